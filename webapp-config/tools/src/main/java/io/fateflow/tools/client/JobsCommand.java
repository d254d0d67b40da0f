package io.fateflow.tools.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Job;
import io.fateflow.client.JobFilter;
import io.fateflow.client.JobPage;

/** {@code jobs}: a line each. */
@Command(name = "jobs", description = "Lists jobs, the newest first, with what each waits for, or why it failed.")
public final class JobsCommand extends ServerCommand {

    private static final int MOST = 1_000;
    private static final int LONGEST_REASON = 100;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "25",
            description = "so many at most, up to 1000 (${DEFAULT-VALUE})")
    private int limit;

    @Option(
            names = {"-s", "--status"},
            paramLabel = "STATUS",
            split = ",",
            completionCandidates = Statuses.class,
            description = "${COMPLETION-CANDIDATES}")
    private List<String> statuses = new ArrayList<>();

    @Option(names = "--text", paramLabel = "TEXT", description = "with this in their id, name, notes or owner")
    private String text = "";

    @Option(names = "--party", paramLabel = "ID", description = "in which this site takes part")
    private String party = "";

    @Option(names = "--uploads", description = "those that move data, instead of all others")
    private boolean uploads;

    @Option(names = "--behind", paramLabel = "JOB", description = "only those older than this one: the next page")
    private @Nullable String behind;

    /** In the order in which jobs have them. */
    static final class Statuses implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return List.of("waiting", "running", "success", "failed", "canceled", "timeout")
                    .iterator();
        }
    }

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        Job last = behind == null ? null : server.jobs().get(behind);
        JobPage page = server.jobs()
                .list(new JobFilter(text, statuses, party, uploads, Math.max(1, Math.min(limit, MOST)), last));
        if (out.json()) {
            out.document(page);
            return ExitCodes.SUCCESS;
        }
        if (page.jobs().isEmpty()) {
            out.remark("No job" + (last == null ? "." : " is older."));
            return ExitCodes.SUCCESS;
        }
        TextTable table = new TextTable("JOB", "STATUS", "%", "CREATED", "TOOK", "WHAT", "WHY");
        page.jobs()
                .forEach(job -> table.row(
                        job.jobId(),
                        job.suspended() && !job.hasEnded() ? "suspended" : job.status(),
                        job.progress(),
                        Plain.time(job.createTime()),
                        Plain.duration(job.elapsed()),
                        what(job),
                        shortened(job.reason())));
        out.table(table);
        if (page.more()) {
            Job oldest = page.jobs().get(page.jobs().size() - 1);
            out.remark("These are %d of %s; the next ones:"
                    .formatted(page.jobs().size(), page.count() > MOST ? "more than " + MOST : page.count()));
            out.remark("  jobs --behind " + oldest.jobId());
        }
        return ExitCodes.SUCCESS;
    }

    /** Its name, or else what it is made of. */
    private static String what(Job job) {
        return job.name().isEmpty() ? shortened(modules(job.modules())) : job.name();
    }

    /** Each once, in their order, with how many there are. */
    static String modules(List<String> modules) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        modules.forEach(module -> counts.merge(module, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(module -> module.getValue() == 1 ? module.getKey() : module.getValue() + " " + module.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String shortened(String text) {
        return text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON - 1) + "…" : text;
    }
}
