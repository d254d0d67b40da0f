package io.fateflow.board.submit;

import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.access.Rights;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.process.JobPreflight;
import io.fateflow.operations.query.TableSearch;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.security.CutToOwn;
import io.fateflow.webapp.security.OwnJobs;
import io.fateflow.webapp.security.VisibleTables;
import io.fateflow.webapp.security.WebUser.Right;

/** What a job would be, while it is written: the translator's own problems, or the diagram that it would compile. */
@RestController
class CheckController {

    private final DslTranslator translator;
    private final DagCompiler compiler = new DagCompiler();
    private final ModuleCatalog modules;
    private final TableSearch tables;
    private final JobPreflight preflight;
    private final OwnJobs own;

    CheckController(ModuleCatalog modules, TableSearch tables, JobPreflight preflight, OwnJobs own) {
        this.translator = new DslTranslator(modules);
        this.modules = modules;
        this.tables = tables;
        this.preflight = preflight;
        this.own = own;
    }

    /** Two documents as they were typed. */
    record Draft(String dsl, String conf) {}

    /** @param diagram null while there are problems */
    record Checked(
            List<Problem> problems,
            List<Problem> warnings,
            @Nullable String diagram,
            int components) {}

    @PostMapping("/board/api/check")
    Checked check(@RequestBody Draft draft, HttpServletRequest request) {
        Rights.demand(request, Right.SUBMIT);
        own.demand(request, draft.dsl(), draft.conf());
        Translation translation = translator.translate(draft.dsl(), draft.conf());
        if (translation instanceof Translation.Rejected rejected) {
            return new Checked(rejected.problems(), List.of(), null, 0);
        }
        JobPlan plan = ((Translation.Accepted) translation).plan();
        return new Checked(
                List.of(),
                List.of(),
                compiler.compile(plan).xml(),
                plan.components().size());
    }

    /** @param words what the party has checked, or why it can't take part */
    record Readiness(String role, String partyId, boolean ready, String words) {}

    /** @param problems those that no party had to be asked for; there are no parties then */
    record Asked(List<Problem> problems, List<Readiness> parties) {}

    /** Asks all parties whether they could take part. */
    @PostMapping("/board/api/preflight")
    Asked preflight(@RequestBody Draft draft, HttpServletRequest request) {
        Rights.demand(request, Right.SUBMIT);
        own.demand(request, draft.dsl(), draft.conf());
        try {
            return new Asked(
                    List.of(),
                    preflight.ask(new JobSubmission(draft.dsl(), draft.conf(), "")).stream()
                            .map(answer -> new Readiness(
                                    answer.party().role(), answer.party().idText(), answer.ready(), answer.words()))
                            .toList());
        } catch (JobRejectedException refused) {
            return new Asked(refused.problems(), List.of());
        }
    }

    /** @param roles those that run it */
    record Module(String name, String provider, List<String> roles) {}

    @GetMapping("/board/api/modules")
    List<Module> modules() {
        List<Module> found = new ArrayList<>();
        for (FateModule module : modules.modules()) {
            found.add(new Module(module.name(), module.provider(), List.copyOf(module.roles())));
        }
        return found;
    }

    /** Uploaded tables whose name or namespace has a text in it, newest first. */
    @CutToOwn
    @GetMapping("/board/api/tables")
    List<TableSearch.Table> tables(@RequestParam(defaultValue = "") String q, @VisibleTables VisibleJobs visible) {
        return tables.having(q, visible);
    }
}
