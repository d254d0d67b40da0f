package io.fateflow.engine.party;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.RunParameters;
import io.fateflow.engine.resource.Adaptation;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.engine.resource.EngineRegistry;
import io.fateflow.engine.resource.Resources;
import io.fateflow.federation.PartyReply;

/** Computes what a job is at a party of this site, and whether it may be so much. */
public final class PartyShares {

    private final EngineRegistry registry;
    private final EngineConfig engine;
    private final RunParameters runParameters;

    public PartyShares(EngineRegistry registry, EngineConfig engine, RunParameters runParameters) {
        this.registry = registry;
        this.engine = engine;
        this.runParameters = runParameters;
    }

    /** @param runtimeConf with completed common parameters */
    PartyShare of(JobPlan plan, ObjectNode runtimeConf, Party party) {
        ObjectNode own = runParameters.onParty(plan, runtimeConf, party);
        ObjectNode conf = runtimeConf.deepCopy();
        conf.set("job_parameters", own);
        return new PartyShare(
                conf,
                Adaptation.forParty(engine, own, party.role()).taskResources(engine, party.role()),
                Math.max(1, own.path("task_parallelism").asInt(1)));
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
