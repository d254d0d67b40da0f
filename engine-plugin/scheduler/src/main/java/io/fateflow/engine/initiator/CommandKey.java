package io.fateflow.engine.initiator;

import io.fateflow.dsl.Party;

/**
 * Names a command to a party: the business key of its {@code fate-command}.
 *
 * @param number of the command, in the order in which they are sent
 * @param name what is asked: the action, of a task behind component and version
 */
public record CommandKey(String jobId, Party party, long number, String name) {

    private static final int PARTS = 5;
    private static final int NUMBER = 3;

    /** None of the parts has a bar. */
    public String businessKey() {
        return "%s|%s|%d|%d|%s".formatted(jobId, party.role(), party.partyId(), number, name);
    }

    /** @throws IllegalArgumentException if the text is no such business key */
    public static long numberOf(String businessKey) {
        String[] parts = businessKey.split("\\|", -1);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("not the business key of a command: " + businessKey);
        }
        return Long.parseLong(parts[NUMBER]);
    }
}
