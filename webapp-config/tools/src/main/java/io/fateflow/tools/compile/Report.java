package io.fateflow.tools.compile;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.problem.ShownText;

/** Tells the user what happened. */
final class Report {

    private final PrintWriter out;
    private final PrintWriter err;
    private int ok;
    private int failed;

    Report(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    void compiled(JobPlan plan, String key) {
        out.printf(
                "ok: %d components, %d parties, process %s%n",
                plan.components().size(), plan.parties().size(), key);
    }

    /** The line of one task of a corpus. */
    void task(CorpusTask task, List<Problem> problems) {
        String name = ShownText.of(task.suite()) + " " + ShownText.of(task.name());
        if (problems.isEmpty()) {
            ok++;
            out.println(name + " ok");
            return;
        }
        failed++;
        out.println(name + " " + problems.stream().map(Problem::id).distinct().collect(Collectors.joining(" ")));
        problems(problems);
    }

    void problems(List<Problem> problems) {
        problems.forEach(problem -> {
            String pointer = problem.pointer().isEmpty() ? "" : "#" + ShownText.of(problem.pointer());
            err.printf(
                    "%s %s%s%n  %s%n  -> %s%n",
                    problem.id(), problem.document(), pointer, problem.message(), problem.hint());
        });
    }

    /** The closing line of a corpus. */
    void total() {
        out.printf("%d ok, %d failed%n", ok, failed);
    }

    int failed() {
        return failed;
    }
}
