package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.webapp.camunda.BareProcess;

/** The measurements, in a running server whose executors do nothing. */
final class Bench {

    private static final int CHAIN = 20;
    private static final int JOBS = 50;
    private static final int COMPONENTS = 5;
    private static final int SUBMITS = 20;
    private static final int WARM_UPS = 3;
    private static final int ROUNDS = 3;

    private final JobCommands jobs;
    private final JobQueries jobQueries;
    private final TaskQueries tasks;
    private final BareProcess bare;
    private final WriteCount writes;

    Bench(JobCommands jobs, JobQueries jobQueries, TaskQueries tasks, BareProcess bare, WriteCount writes) {
        this.jobs = jobs;
        this.jobQueries = jobQueries;
        this.tasks = tasks;
        this.bare = bare;
        this.writes = writes;
    }

    /**
     * Runs them all. The first rounds warm the JVM up and do not count: users run servers for weeks. Throughput and its
     * bare reference are measured in turn, so that both see the same machine.
     */
    ObjectNode run() throws IOException, InterruptedException {
        for (int round = 0; round < WARM_UPS; round++) {
            chain();
        }
        throughput();
        bare();
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        writes.count(true);
        List<Double> handovers = new ArrayList<>(chain());
        WriteCount.Counts counts = writes.count(false);
        report.put("engineTransactionsPerComponent", counts.transactions() / (double) CHAIN);
        report.put("statementsPerComponent", counts.statements() / (double) CHAIN);
        for (int round = 0; round < ROUNDS; round++) {
            handovers.addAll(chain());
        }
        report.set("handoverMillis", new Percentiles(handovers).json(50, 95, 99));
        report.set("submitToStartMillis", new Percentiles(submits()).json(50, 95));
        List<Double> ours = new ArrayList<>();
        List<Double> reference = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            ours.add(throughput());
            reference.add(bare());
        }
        report.put("componentsPerSecond", new Percentiles(ours).at(50));
        report.put("bareComponentsPerSecond", new Percentiles(reference).at(50));
        ObjectNode compile = report.putObject("compileMillis");
        for (int size : new int[] {20, 100, 500}) {
            compile.put(Integer.toString(size), compile(size));
        }
        return report;
    }

    private double bare() {
        return JOBS * COMPONENTS / (bare.run(JOBS, COMPONENTS, BenchJob.PARTIES) / 1e9);
    }

    /** Milliseconds from the last party's end of a component to the first party's process of the next. */
    private List<Double> chain() throws IOException, InterruptedException {
        String job = submit(CHAIN);
        await(List.of(job));
        Map<String, Span> spans = spans(job);
        List<Double> handovers = new ArrayList<>();
        for (int index = 1; index < CHAIN; index++) {
            long end = span(spans, index - 1).end();
            handovers.add((double) (span(spans, index).start() - end));
        }
        return handovers;
    }

    private List<Double> submits() throws IOException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (int round = 0; round < SUBMITS; round++) {
            long begin = System.currentTimeMillis();
            String job = submit(1);
            await(List.of(job));
            millis.add((double) (span(spans(job), 0).start() - begin));
        }
        return millis;
    }

    private double throughput() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<String> running = new ArrayList<>();
        for (int job = 0; job < JOBS; job++) {
            running.add(submit(COMPONENTS));
        }
        await(running);
        return JOBS * COMPONENTS / ((System.nanoTime() - begin) / 1e9);
    }

    private String submit(int length) {
        return jobs.submit(BenchJob.chain(length)).jobId();
    }

    private void await(List<String> running) throws IOException, InterruptedException {
        for (String job : running) {
            BenchWait.untilSuccess(jobQueries, job);
        }
    }

    /** First start and last end of each component, in epoch milliseconds. */
    private Map<String, Span> spans(String job) {
        ObjectNode filter = JsonNodeFactory.instance.objectNode().put("job_id", job);
        Map<String, Span> spans = new TreeMap<>();
        for (ObjectNode task : tasks.find(filter, null, true)) {
            Span span = new Span(
                    task.path("start_time").asLong(), task.path("end_time").asLong());
            spans.merge(task.path("component_name").asText(), span, Span::with);
        }
        return spans;
    }

    private static Span span(Map<String, Span> spans, int index) {
        return Objects.requireNonNull(spans.get(BenchJob.name(index)));
    }

    private record Span(long start, long end) {
        Span with(Span other) {
            return new Span(Math.min(start, other.start), Math.max(end, other.end));
        }
    }

    private static double compile(int size) {
        DslTranslator translator = new DslTranslator(ModuleCatalog.standard());
        DagCompiler compiler = new DagCompiler();
        String dsl = BenchJob.dsl(size).toString();
        String conf = BenchJob.conf().toString();
        List<Double> millis = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            long begin = System.nanoTime();
            if (!(translator.translate(dsl, conf) instanceof Translation.Accepted accepted)) {
                throw new IllegalStateException("the bench's own job of " + size + " components is refused");
            }
            compiler.compile(accepted.plan());
            millis.add((System.nanoTime() - begin) / 1e6);
        }
        return new Percentiles(millis).at(50);
    }
}
