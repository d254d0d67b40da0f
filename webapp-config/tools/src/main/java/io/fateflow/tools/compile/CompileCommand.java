package io.fateflow.tools.compile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import io.fateflow.dsl.ConfWarnings;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.bpmn.CompiledDag;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.module.ModuleFileException;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;
import io.fateflow.webapp.Subcommand;
import io.fateflow.webapp.module.InstalledModules;

/** {@code compile}: checks a DSL and a conf, or all FATE test suites in a directory. Exit code 0, or 1 if one is wrong. */
@Command(
        name = "compile",
        mixinStandardHelpOptions = true,
        description = "Checks a job's DSL and conf and compiles them to a plan and a BPMN process.")
public final class CompileCommand implements Subcommand {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ArgGroup(multiplicity = "1")
    private Source source = new Source();

    @Option(names = "--bpmn", paramLabel = "FILE", description = "Write the BPMN process here.")
    private @Nullable Path bpmn;

    @Option(names = "--plan", paramLabel = "FILE", description = "Write the plan here, as JSON.")
    private @Nullable Path plan;

    @Option(names = "--plan-dir", paramLabel = "DIR", description = "Write the plans of a corpus here.")
    private @Nullable Path planDir;

    @Option(names = "--modules", paramLabel = "FILE", description = "A JSON file with modules besides FATE's own.")
    private @Nullable Path modules;

    static final class Source {

        @ArgGroup(exclusive = false)
        private @Nullable Pair pair;

        @Option(
                names = "--corpus",
                required = true,
                paramLabel = "DIR",
                description = "Compile each task of every *testsuite.json at or below this directory.")
        private @Nullable Path corpus;
    }

    static final class Pair {

        @Option(names = "--dsl", required = true, paramLabel = "FILE", description = "The job's DSL.")
        private Path dsl = Path.of("");

        @Option(names = "--conf", required = true, paramLabel = "FILE", description = "The job's runtime conf.")
        private Path conf = Path.of("");
    }

    @Override
    public Integer call() {
        CommandLine commandLine = spec.commandLine();
        Report report = new Report(commandLine.getOut(), commandLine.getErr());
        Findings findings = new Findings();
        Optional<Compiler> compiler = catalog(findings).map(DslTranslator::new).map(Compiler::new);
        boolean good = compiler.isPresent() && run(compiler.get(), report, findings);
        report.problems(Compiler.problems(findings));
        commandLine.getOut().flush();
        commandLine.getErr().flush();
        return good && findings.isEmpty() ? 0 : 1;
    }

    private boolean run(Compiler compiler, Report report, Findings findings) {
        if (source.pair != null) {
            return compilePair(compiler, source.pair, report, findings);
        }
        return source.corpus != null && compileCorpus(compiler, source.corpus, report, findings);
    }

    private Optional<ModuleCatalog> catalog(Findings findings) {
        ModuleCatalog known = InstalledModules.catalog();
        if (modules == null) {
            return Optional.of(known);
        }
        try {
            return Optional.of(known.with(modules));
        } catch (ModuleFileException e) {
            String cause = String.valueOf(e.getMessage());
            findings.add(ProblemKind.MODULES_MALFORMED, Place.of(Document.MODULES), modules, cause);
            return Optional.empty();
        }
    }

    private boolean compilePair(Compiler compiler, Pair pair, Report report, Findings findings) {
        List<Problem> problems = new ArrayList<>();
        Optional<JobPlan> compiled = compiler.compile(pair.dsl, pair.conf, problems);
        report.problems(problems);
        compiled.ifPresent(job -> {
            TextFiles files = new TextFiles(findings);
            CompiledDag dag = new DagCompiler().compile(job);
            if (bpmn != null) {
                files.write(bpmn, dag.xml());
            }
            if (plan != null) {
                files.write(plan, PlanJson.of(job));
            }
            report.compiled(job, dag.key());
            report.problems(ConfWarnings.of(job.dsl(), job.runtimeConf()));
        });
        return compiled.isPresent();
    }

    private boolean compileCorpus(Compiler compiler, Path corpus, Report report, Findings findings) {
        DagCompiler dagCompiler = new DagCompiler();
        TextFiles files = new TextFiles(findings);
        PlanFiles planFiles = new PlanFiles(planDir == null ? Path.of("") : planDir);
        for (CorpusTask task : new Corpus(findings).tasksIn(corpus)) {
            List<Problem> problems = new ArrayList<>();
            compiler.compile(task, problems).ifPresent(job -> {
                dagCompiler.compile(job);
                if (planDir != null) {
                    files.write(planFiles.fileFor(task), PlanJson.of(job));
                }
            });
            report.task(task, problems);
        }
        report.total();
        return report.failed() == 0;
    }
}
