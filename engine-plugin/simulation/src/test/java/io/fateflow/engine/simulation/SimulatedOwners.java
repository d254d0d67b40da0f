package io.fateflow.engine.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentChoice;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.InvalidConsentException;

/**
 * The owners of the tables of all sites. Whom the policy has asked, grants or refuses, in some runs never; and while the storm
 * blows somebody may take back what was granted to a job that has not ended.
 */
final class SimulatedOwners {

    private static final ConsentChoice GRANT = new ConsentChoice(true, "", null, null);
    private static final ConsentChoice REFUSE = new ConsentChoice(false, "not these patients", null, null);

    private static final String OPEN = """
            select c.job_id, c.role, c.party_id, c.state
            from consent c
            join job j on j.job_id = c.job_id and j.role = c.role and j.party_id = c.party_id
            where c.policy_decision = 'ask'
                and (c.state = 'asked' or (c.state = 'granted' and j.status in ('waiting', 'running')))
            order by c.job_id, c.role
            """;

    private final List<SimulatedSite> sites;
    private final Storm storm;
    private final Trace trace;
    private final Crashes crashes;
    private final boolean silent;
    private int withdrawals;

    /** @param silent whether nobody ever decides */
    SimulatedOwners(List<SimulatedSite> sites, Storm storm, Trace trace, Crashes crashes, boolean silent) {
        this.sites = sites;
        this.storm = storm;
        this.trace = trace;
        this.crashes = crashes;
        this.silent = silent;
    }

    /** What an owner has to decide about, or has. */
    private record Open(SimulatedSite site, String jobId, Party party, boolean asked) {

        @Override
        public String toString() {
            return "%s of %s".formatted(jobId, party);
        }
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (Open open : open()) {
            if (!open.asked() && storm.isBlowing() && withdrawals == 0) {
                steps.add(new Step("an owner withdraws " + open, 1, () -> withdraw(open)));
            } else if (open.asked() && !silent) {
                steps.add(new Step("an owner grants " + open, 2, () -> decide(open, GRANT)));
                steps.add(new Step("an owner refuses " + open, 1, () -> decide(open, REFUSE)));
            }
        }
        return steps;
    }

    private List<Open> open() {
        return sites.stream()
                .flatMap(site -> site
                        .jdbc()
                        .query(
                                OPEN,
                                (row, number) -> new Open(
                                        site,
                                        row.getString("job_id"),
                                        Party.of(row.getString("role"), row.getString("party_id")),
                                        row.getString("state").equals("asked")))
                        .stream())
                .toList();
    }

    private void withdraw(Open open) {
        withdrawals++;
        act(open, () -> open.site()
                .parts()
                .consents()
                .withdraw(open.jobId(), open.party(), "the study is over", group -> true));
    }

    private void decide(Open open, ConsentChoice choice) {
        Map<String, String> values =
                Map.of("decision", choice.grants() ? "grant" : "refuse", "comment", choice.remark());
        act(
                open,
                () -> open.site().parts().consents().decide(open.jobId(), open.party(), choice, values, group -> true));
    }

    private void act(Open open, Callable<List<ConsentRow>> act) {
        try {
            crashes.risk(open.site(), () -> open.site().on(act))
                    .forEach(row -> trace.add("  " + row.state().wire()));
        } catch (InvalidConsentException e) {
            trace.add("  refused: " + e.getMessage());
        }
    }
}
