package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Rules that need both documents. */
final class JobRules {

    /** Where weights or sums of several parties are put together by an arbiter; predicting needs none. */
    private static final Set<String> TRAINED_WITH_ARBITER = Set.of(
            "heterolr",
            "heterolinr",
            "heteropoisson",
            "heterokmeans",
            "homolr",
            "homonn",
            "homosecureboost",
            "homofeaturebinning",
            "homoonehotencoder");

    private static final Set<String> ARBITRATED = Set.of("heterolr", "heterolinr", "heteropoisson");

    private final CheckedDsl dsl;
    private final Roster roster;
    private final JobKind jobKind;
    private final Findings findings;

    JobRules(CheckedDsl dsl, Roster roster, JobKind jobKind, Findings findings) {
        this.dsl = dsl;
        this.roster = roster;
        this.jobKind = jobKind;
        this.findings = findings;
    }

    void check() {
        checkSize();
        dsl.components().values().forEach(this::checkSomeoneRuns);
        if (jobKind == JobKind.TRAIN && !roster.has("arbiter")) {
            dsl.components().values().forEach(this::checkTrainsWithoutArbiter);
        }
    }

    private void checkTrainsWithoutArbiter(DeclaredComponent component) {
        boolean arbitrated = component
                .module()
                .filter(module -> module.runsOn("arbiter"))
                .filter(module -> TRAINED_WITH_ARBITER.contains(module.name().toLowerCase(Locale.ROOT)))
                .isPresent();
        if (arbitrated) {
            findings.add(
                    ProblemKind.ARBITER_MISSING,
                    Place.of(Document.CONF).at("role"),
                    component.name(),
                    component.moduleName());
        }
    }

    private void checkSize() {
        long components = dsl.components().size();
        int parties = roster.parties().size();
        if (components * parties > Limits.TASKS) {
            findings.add(
                    ProblemKind.JOB_TOO_LARGE,
                    Place.of(Document.DSL).at("components"),
                    components,
                    parties,
                    Limits.TASKS);
        }
    }

    private void checkSomeoneRuns(DeclaredComponent component) {
        if (component.module().isEmpty()) {
            return;
        }
        FateModule module = component.module().get();
        List<String> present = roster.partyIds().entrySet().stream()
                .filter(e -> !e.getValue().isEmpty())
                .map(e -> e.getKey())
                .toList();
        if (present.stream().noneMatch(module::runsOn)) {
            findings.add(
                    ProblemKind.NO_PARTY_RUNS,
                    component.place(),
                    component.name(),
                    module.name(),
                    String.join(", ", module.roles()),
                    String.join(", ", present));
        }
    }

    /**
     * FATE's constraint check: for these modules a site may be guest and arbiter only if it is host too and there are as
     * many such sites as hosts.
     */
    void checkArbiter() {
        if (!roster.has("guest") || !roster.has("host") || !roster.has("arbiter")) {
            return;
        }
        List<Long> both = new ArrayList<>(roster.of("guest"));
        both.retainAll(roster.of("arbiter"));
        List<Long> hosts = roster.of("host");
        arbitratedModule().ifPresent(module -> {
            for (Long id : both) {
                if (!hosts.contains(id) || both.size() != hosts.size()) {
                    findings.add(
                            ProblemKind.ROLES_OVERLAP, Place.of(Document.CONF).at("role"), id, module);
                }
            }
        });
    }

    private Optional<String> arbitratedModule() {
        return dsl.components().values().stream()
                .map(DeclaredComponent::moduleName)
                .filter(module -> ARBITRATED.contains(module.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
