package io.fateflow.engine.initiator;

import java.util.ArrayList;
import java.util.List;

import io.fateflow.database.Json;
import io.fateflow.federation.wire.PartyCall;

/** Commands that come to be in one step, in the order in which they go out. */
final class NewCommands {

    private final long now;
    private final List<PartyCommandRow> rows = new ArrayList<>();

    /** @param now epoch milliseconds */
    NewCommands(long now) {
        this.now = now;
    }

    NewCommands add(PartyCall call) {
        rows.add(PartyCommandRow.of(call, Json.write(call.body()), now));
        return this;
    }

    /** As {@link #add}, with a body that is made when the call is sent. */
    NewCommands addWithLateBody(PartyCall call) {
        rows.add(PartyCommandRow.of(call, "", now));
        return this;
    }

    List<PartyCommandRow> rows() {
        return List.copyOf(rows);
    }
}
