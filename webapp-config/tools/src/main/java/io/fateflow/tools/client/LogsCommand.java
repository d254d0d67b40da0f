package io.fateflow.tools.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Job;
import io.fateflow.client.LogReader;
import io.fateflow.client.LogSource;
import io.fateflow.client.Task;
import io.fateflow.client.call.CallRefusedException;
import io.fateflow.client.call.FateFlowException;

/** {@code logs}: a job's story, or what a component says. */
@Command(
        name = "logs",
        description = {
            "Shows what the scheduler did with a job, and why; or what a component of it says.",
            "",
            "Logs of components are where they ran: the server that is called has those of its own machine."
        })
public final class LogsCommand extends ServerCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "COMPONENT", description = "its name, as in the DSL")
    private @Nullable String component;

    @Option(names = "--role", paramLabel = "ROLE", description = "only of this role")
    private @Nullable String role;

    @Option(names = "--party", paramLabel = "ID", description = "only of this party")
    private @Nullable String party;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "begin so many lines before the end; without it, at the beginning")
    private @Nullable Long lines;

    @Option(
            names = {"-f", "--follow"},
            description = "go on until the job has ended")
    private boolean follow;

    /** A line with where it is from, for programs. */
    record Line(String role, String partyId, String component, long number, String text) {}

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        Job job = server.jobs().get(jobId);
        List<LogSource> sources = sources(server, job);
        List<LogReader> readers = new ArrayList<>();
        for (LogSource source : sources) {
            readers.add(server.logs().reader(source, begin(server, source)));
        }
        if (follow) {
            follow(server, readers, out);
        } else {
            for (LogReader reader : readers) {
                reader.rest(line -> print(reader, readers.size() > 1, out).accept(line));
            }
        }
        return ExitCodes.SUCCESS;
    }

    private void follow(FateFlowClient server, List<LogReader> readers, Output out)
            throws FateFlowException, InterruptedException {
        Farewell.during(
                () -> new LogFollower(server, jobId, out)
                        .follow(readers, reader -> print(reader, readers.size() > 1, out)),
                out,
                "Job %1$s goes on. \"%2$s\" follows its log again, \"watch %1$s\" its components."
                        .formatted(jobId, again()));
    }

    /** The command, with the last lines instead of all. */
    private String again() {
        StringBuilder command = new StringBuilder("logs ").append(jobId);
        if (component != null) {
            command.append(' ').append(component);
        }
        if (role != null) {
            command.append(" --role ").append(role);
        }
        if (party != null) {
            command.append(" --party ").append(party);
        }
        return command.append(" -f -n 10").toString();
    }

    private long begin(FateFlowClient server, LogSource source) throws FateFlowException, InterruptedException {
        Long last = lines;
        return last == null ? 1 : Math.max(1, server.logs().size(source) - last + 1);
    }

    /** Of all parties whose attempts this site has; before the first, of those that are to have some. */
    private List<LogSource> sources(FateFlowClient server, Job job) throws FateFlowException, InterruptedException {
        String name = component;
        if (name == null) {
            return List.of(LogSource.schedule(jobId));
        }
        List<Task> tasks = server.jobs().tasks(jobId);
        List<LogSource> found = tasks.stream()
                .filter(task -> task.component().equals(name))
                .filter(task -> isMeant(task.role(), task.partyId()))
                .map(task -> LogSource.component(jobId, task.role(), task.partyId(), name))
                .toList();
        if (!found.isEmpty()) {
            return found;
        }
        if (follow && !job.hasEnded()) {
            return job.roles().entrySet().stream()
                    .flatMap(entry -> entry.getValue().stream().map(id -> Map.entry(entry.getKey(), id)))
                    .filter(entry -> isMeant(entry.getKey(), entry.getValue()))
                    .map(entry -> LogSource.component(jobId, entry.getKey(), entry.getValue(), name))
                    .toList();
        }
        TreeSet<String> known = new TreeSet<>();
        tasks.forEach(task -> known.add(task.component() + " (" + task.role() + " " + task.partyId() + ")"));
        throw new CallRefusedException(
                "FFB-5283 No such component of job %s has run here: %s"
                        .formatted(jobId, known.isEmpty() ? "none has yet" : "there are " + String.join(", ", known)),
                "",
                0);
    }

    private boolean isMeant(String ofRole, String ofParty) {
        return (role == null || role.equals(ofRole)) && (party == null || party.equals(ofParty));
    }

    private static LinePrinter print(LogReader reader, boolean several, Output out) {
        LogSource log = reader.log();
        String prefix = several ? log.role() + " " + log.partyId() + " | " : "";
        return line -> {
            if (out.json()) {
                out.record(new Line(log.role(), log.partyId(), log.component(), line.number(), line.text()));
            } else {
                out.line(prefix + Plain.text(line.text()));
            }
        };
    }
}
