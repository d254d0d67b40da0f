package io.fateflow.tools.compile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;

/** Files in, a plan or problems out. */
final class Compiler {

    private final DslTranslator translator;

    Compiler(DslTranslator translator) {
        this.translator = translator;
    }

    /** Compiles a pair of files. */
    Optional<JobPlan> compile(Path dsl, Path conf, List<Problem> problems) {
        Findings findings = new Findings();
        TextFiles files = new TextFiles(findings);
        Optional<String> dslText = files.read(dsl, Document.DSL);
        Optional<String> confText = files.read(conf, Document.CONF);
        return translate(translator, dslText, confText, findings, problems);
    }

    /** Compiles a task of a suite. */
    Optional<JobPlan> compile(CorpusTask task, List<Problem> problems) {
        Findings findings = new Findings();
        Optional<String> dslText = task.text(Document.DSL, findings);
        Optional<String> confText = task.text(Document.CONF, findings).map(task::confToSubmit);
        return translate(translator.forExampleParties(), dslText, confText, findings, problems);
    }

    private static Optional<JobPlan> translate(
            DslTranslator translator,
            Optional<String> dsl,
            Optional<String> conf,
            Findings findings,
            List<Problem> problems) {
        problems.addAll(problems(findings));
        if (dsl.isEmpty() || conf.isEmpty()) {
            return Optional.empty();
        }
        Translation translation = translator.translate(dsl.get(), conf.get());
        if (translation instanceof Translation.Accepted accepted) {
            return Optional.of(accepted.plan());
        }
        if (translation instanceof Translation.Rejected rejected) {
            problems.addAll(rejected.problems());
        }
        return Optional.empty();
    }

    static List<Problem> problems(Findings findings) {
        List<Problem> problems = new ArrayList<>();
        findings.found().forEach(finding -> problems.add(Problem.of(finding)));
        return problems;
    }
}
