package io.fateflow.dsl;

import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.legacy.LegacyConf;
import io.fateflow.dsl.legacy.LegacyDsl;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** One translation: goes on with what could be read, so that everything wrong is found at once. */
final class TranslationRun {

    private final ModuleCatalog catalog;
    private final boolean partiesAreExamples;
    private final Findings findings;

    TranslationRun(ModuleCatalog catalog, boolean partiesAreExamples, Findings findings) {
        this.catalog = catalog;
        this.partiesAreExamples = partiesAreExamples;
        this.findings = findings;
    }

    /** The plan, if nothing was found wrong. */
    Optional<JobPlan> run(Submission submission) {
        if (submission.conf().isEmpty()) {
            submission.dsl().ifPresent(dsl -> readDsl(dsl, JobKind.UNKNOWN));
            return Optional.empty();
        }
        ObjectNode conf = submission.conf().get();
        return ConfVersion.isLegacy(conf, findings)
                ? runLegacy(submission.dsl(), conf, submission.confCharacters())
                : run(submission.dsl(), conf, submission.confCharacters(), JobType.placeInVersion2());
    }

    private Optional<JobPlan> runLegacy(Optional<ObjectNode> dsl, ObjectNode conf, int confCharacters) {
        Optional<LegacyDsl> converted = dsl.map(LegacyDsl::new);
        Map<String, String> readers = converted.map(LegacyDsl::readers).orElse(Map.of());
        ObjectNode newConf = new LegacyConf(readers, findings).convert(conf);
        Place jobParameters = Place.of(Document.CONF).at("job_parameters");
        return run(converted.map(LegacyDsl::dsl), newConf, confCharacters, jobParameters);
    }

    private Optional<JobPlan> run(Optional<ObjectNode> dsl, ObjectNode conf, int confCharacters, Place jobPlace) {
        Optional<Roster> roster = new RosterReader(catalog, findings).read(conf);
        JobKind jobKind = new JobType(jobPlace, findings).read(conf);
        Optional<CheckedDsl> checked = dsl.map(d -> readDsl(d, jobKind));
        if (roster.isEmpty() || isTooLarge(roster.get(), confCharacters)) {
            return Optional.empty();
        }
        PartyParameters parameters = new PartyParameters(conf, roster.get(), findings);
        ConfSection providers = ConfSection.read(conf, "provider", roster.get(), findings);
        checked.ifPresent(c -> {
            parameters.check(c.components().keySet(), findings);
            new ConfProviders(catalog, findings).check(providers, c.components().keySet());
            JobRules rules = new JobRules(c, roster.get(), findings);
            rules.check();
            if (!partiesAreExamples) {
                rules.checkArbiter();
            }
        });
        if (!findings.isEmpty() || dsl.isEmpty() || checked.isEmpty()) {
            return Optional.empty();
        }
        return roster.get().initiator().map(initiator -> new PlanBuilder(dsl.get(), conf, roster.get(), jobKind)
                .build(checked.get(), parameters, initiator));
    }

    private CheckedDsl readDsl(ObjectNode dsl, JobKind jobKind) {
        return new DslReader(catalog, jobKind, findings).read(dsl);
    }

    private boolean isTooLarge(Roster roster, int confCharacters) {
        int parties = roster.parties().size();
        if ((long) parties * confCharacters <= Limits.CONF_CHARACTERS_TIMES_PARTIES) {
            return false;
        }
        findings.add(ProblemKind.CONF_TOO_LARGE_FOR_PARTIES, Place.of(Document.CONF), confCharacters, parties);
        return true;
    }
}
