package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.List;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Finding;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Findings as the problems that callers see. */
final class Problems {

    private Problems() {}

    static List<Problem> of(Findings findings, Submission submission) {
        DocumentOrder order = new DocumentOrder();
        submission.dsl().ifPresent(dsl -> order.add(Document.DSL, dsl));
        submission.conf().ifPresent(conf -> order.add(Document.CONF, conf));
        List<Problem> problems = new ArrayList<>();
        order.sorted(findings.found()).forEach(finding -> problems.add(Problem.of(finding)));
        if (findings.omitted() > 0) {
            problems.add(
                    Problem.of(Finding.of(ProblemKind.MORE_PROBLEMS, Place.of(Document.CONF), findings.omitted())));
        }
        return List.copyOf(problems);
    }
}
