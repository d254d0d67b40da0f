package io.fateflow.engine.simulation;

import java.util.ArrayList;
import java.util.List;

/** Guest 9999, host 10000 and arbiter 10001, each with a database of its own; they serve many runs, one after the other. */
final class SimulatedSites implements AutoCloseable {

    static final long GUEST = 9999;
    static final long HOST = 10000;
    static final long ARBITER = 10001;

    private static final List<String> OURS = List.of(
            "worker",
            "node_resource",
            "placement_queue",
            "lease_resource",
            "resource_lease",
            "party_command",
            "slow_party",
            "task_report",
            "task_parameters",
            "task",
            "job",
            "job_body",
            "audit_log",
            "pipeline_model",
            "consent");
    private static final List<String> HISTORY = List.of(
            "act_hi_actinst",
            "act_hi_procinst",
            "act_hi_taskinst",
            "act_hi_identitylink",
            "act_hi_varinst",
            "act_hi_detail",
            "act_hi_incident",
            "act_hi_job_log",
            "act_hi_op_log",
            "act_hi_ext_task_log");

    private final SimulatedClock clock = new SimulatedClock();
    private final SimulatedNetwork network = new SimulatedNetwork(clock);
    private final List<SimulatedSite> sites = new ArrayList<>();

    SimulatedSites() {
        for (long party : List.of(GUEST, HOST, ARBITER)) {
            SimulatedSite site = new SimulatedSite(party, clock, network.from(party));
            site.deploy("policy.dmn");
            network.connect(site);
            sites.add(site);
        }
    }

    SimulatedClock clock() {
        return clock;
    }

    SimulatedNetwork network() {
        return network;
    }

    List<SimulatedSite> all() {
        return sites;
    }

    SimulatedSite at(long party) {
        return sites.stream()
                .filter(site -> site.partyId() == party)
                .findFirst()
                .orElseThrow();
    }

    /** Forgets what has ended, so that the last run is as quick as the first. */
    void forget() {
        for (SimulatedSite site : sites) {
            OURS.forEach(table -> site.jdbc().update("delete from " + table));
            HISTORY.forEach(table -> site.jdbc().update("delete from " + table));
        }
    }

    @Override
    public void close() {
        sites.forEach(SimulatedSite::close);
    }
}
