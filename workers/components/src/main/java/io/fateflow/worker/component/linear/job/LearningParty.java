package io.fateflow.worker.component.linear.job;

import java.util.List;
import java.util.stream.Stream;

import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;

/**
 * What a party has by its role.
 *
 * @param homo whether parties have the same columns, and each its own rows and labels
 */
public record LearningParty(Party self, Parties parties, boolean homo) {

    public boolean isGuest() {
        return self.role().equals("guest");
    }

    public boolean isArbiter() {
        return self.role().equals("arbiter");
    }

    /** Whether it knows labels, and so gets to know predictions. */
    public boolean hasLabels() {
        return homo ? !isArbiter() : isGuest();
    }

    /** Whether an intercept, if there is one, is part of its weights. */
    public boolean hasIntercept() {
        return homo || !self.role().equals("host");
    }

    public Party guest() {
        return only("guest");
    }

    public Party arbiter() {
        return only("arbiter");
    }

    public List<Party> hosts() {
        return parties.of("host");
    }

    /** All but the guest. */
    public List<Party> others() {
        return Stream.of("host", "arbiter")
                .flatMap(role -> parties.of(role).stream())
                .toList();
    }

    private Party only(String role) {
        return parties.of(role).stream()
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("the job has no " + role + ", but this component needs one"));
    }
}
