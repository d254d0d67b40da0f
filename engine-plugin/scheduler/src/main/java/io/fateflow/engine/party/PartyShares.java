package io.fateflow.engine.party;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.RunParameters;
import io.fateflow.engine.resource.Adaptation;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.engine.resource.EngineRegistry;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.placement.Demand;
import io.fateflow.engine.resource.placement.DemandDefaults;
import io.fateflow.engine.resource.placement.LearnedRequests;
import io.fateflow.federation.PartyReply;

/** Computes what a job is at a party of this site, and whether it may be so much. */
public final class PartyShares {

    private static final String CPU = "CPU";

    private final EngineRegistry registry;
    private final EngineConfig engine;
    private final RunParameters runParameters;
    private final DemandDefaults defaults;
    private final LearnedRequests learned;

    public PartyShares(
            EngineRegistry registry,
            EngineConfig engine,
            RunParameters runParameters,
            DemandDefaults defaults,
            LearnedRequests learned) {
        this.registry = registry;
        this.engine = engine;
        this.runParameters = runParameters;
        this.defaults = defaults;
        this.learned = learned;
    }

    /**
     * What the job is at a party.
     *
     * @param runtimeConf with completed common parameters
     * @param dagKey the job's shape; empty if another site schedules it
     */
    PartyShare of(JobPlan plan, ObjectNode runtimeConf, Party party, String dagKey) {
        ObjectNode own = runParameters.onParty(plan, runtimeConf, party);
        ObjectNode conf = runtimeConf.deepCopy();
        conf.set(JobConf.JOB_PARAMETERS, own);
        List<Optional<Demand>> demands = plan.components().stream()
                .filter(component -> component.parties().containsKey(party))
                .map(component -> demanded(plan, component, party, dagKey))
                .toList();
        return new PartyShare(
                conf,
                ofOneTask(
                        demands, Adaptation.forParty(engine, own, party.role()).taskResources(engine, party.role())),
                new JobParameters(own).parallelism(),
                demands.stream().anyMatch(Optional::isPresent));
    }

    /** What each component takes data from, as columns have it; null where nobody needs more than cores. */
    @Nullable
    static String dag(JobPlan plan, Collection<PartyShare> shares) {
        if (shares.stream().noneMatch(PartyShare::needsNodes)) {
            return null;
        }
        ObjectNode dag = Json.object();
        plan.components().forEach(component -> component.upstream().forEach(dag.putArray(component.name())::add));
        return Json.write(dag);
    }

    /** As many cores as the component takes that takes most: {@code task_cores}, where a component does not say it. */
    private static Resources ofOneTask(List<Optional<Demand>> demands, Resources usual) {
        BigDecimal cores = demands.stream()
                .map(component -> component
                        .map(demand -> demand.amounts().get(CPU))
                        .filter(own -> !own.isZero())
                        .map(ResourceQuantity::decimal)
                        .orElse(usual.cores()))
                .max(Comparator.naturalOrder())
                .orElse(usual.cores());
        return new Resources(cores, usual.memory());
    }

    /** What an attempt of a component needs of one node at a party, as columns have it; null if only cores. */
    @Nullable
    String demand(JobPlan plan, ComponentPlan component, Party party, String dagKey) {
        return demanded(plan, component, party, dagKey).map(Demand::json).orElse(null);
    }

    private Optional<Demand> demanded(JobPlan plan, ComponentPlan component, Party party, String dagKey) {
        return defaults.demand(
                plan,
                component,
                party,
                () -> learned.of(new LearnedRequests.Like(dagKey, component.name(), component.module(), party.role())));
    }

    /** Says no to a job that wants more than one job may have: FATE's {@code max_cores_percent_per_job}. */
    Optional<PartyReply> refusal(Party party, PartyShare share) {
        Resources wanted = share.taskResources().times(share.gateSlots());
        Resources limit = limit();
        if (wanted.cores().compareTo(limit.cores()) <= 0) {
            return Optional.empty();
        }
        return Optional.of(new PartyReply.Refused(
                party,
                "the job wants %s of engine %s, one job may have %s there; lower task_cores or task_parallelism"
                        .formatted(wanted, engine.name(), limit)));
    }

    /** Says no to a job whose parties on this site want more together than there is: it would wait for ever. */
    Optional<PartyReply> refusal(Party party, Collection<PartyShare> together) {
        BigDecimal wanted = together.stream()
                .map(share -> share.taskResources().times(share.gateSlots()).cores())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        Resources totals = registry.totals(engine.engine());
        if (wanted.compareTo(totals.cores()) <= 0) {
            return Optional.empty();
        }
        return Optional.of(new PartyReply.Refused(
                party,
                "the job's parties on this site want %s together, and engine %s has %s; lower task_cores or task_parallelism"
                        .formatted(new Resources(wanted, BigDecimal.ZERO), engine.name(), totals)));
    }

    private Resources limit() {
        BigDecimal percent = BigDecimal.valueOf(engine.maxCoresPercentPerJob());
        Resources totals = registry.totals(engine.engine());
        return new Resources(totals.cores().multiply(percent).setScale(0, RoundingMode.FLOOR), totals.memory());
    }
}
