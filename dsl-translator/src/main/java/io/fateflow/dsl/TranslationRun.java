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
        boolean legacy = ConfVersion.isLegacy(conf, findings);
        Optional<Roster> roster = new RosterReader(catalog, findings).read(conf);
        JobKind jobKind = legacy
                ? JobType.inVersion1(findings).read(conf)
                : JobType.inVersion2(findings).read(conf);
        Optional<LegacyDsl> converted = legacy ? submission.dsl().map(LegacyDsl::new) : Optional.empty();
        Optional<ObjectNode> dsl = legacy ? converted.map(LegacyDsl::dsl) : submission.dsl();
        Optional<CheckedDsl> checked = dsl.map(d -> readDsl(d, jobKind));
        if (roster.isEmpty() || isTooLarge(roster.get(), submission.confCharacters())) {
            return Optional.empty();
        }
        Map<String, String> readers = converted.map(LegacyDsl::readers).orElse(Map.of());
        ObjectNode newConf = legacy ? new LegacyConf(readers, findings).convert(conf) : conf;
        PartyParameters parameters = checkTogether(newConf, checked, roster.get(), jobKind);
        if (!findings.isEmpty() || dsl.isEmpty() || checked.isEmpty()) {
            return Optional.empty();
        }
        PlanBuilder builder = new PlanBuilder(dsl.get(), newConf, roster.get(), jobKind);
        return roster.get().initiator().map(initiator -> builder.build(checked.get(), parameters, initiator));
    }

    private PartyParameters checkTogether(ObjectNode conf, Optional<CheckedDsl> dsl, Roster roster, JobKind jobKind) {
        PartyParameters parameters = new PartyParameters(conf, roster, findings);
        ConfSection providers = ConfSection.read(conf, "provider", roster, findings);
        dsl.ifPresent(checked -> {
            parameters.check(checked.components().keySet(), findings);
            new ConfProviders(catalog, findings)
                    .check(providers, checked.components().keySet());
            JobRules rules = new JobRules(checked, roster, jobKind, findings);
            rules.check();
            if (!partiesAreExamples) {
                rules.checkArbiter();
            }
        });
        return parameters;
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
