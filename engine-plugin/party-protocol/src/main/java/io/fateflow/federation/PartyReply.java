package io.fateflow.federation;

import io.fateflow.dsl.Party;

/** A party's answer to a command. */
public sealed interface PartyReply {

    /** Done, now or before. */
    record Done() implements PartyReply {}

    /** The party says no. */
    record Refused(Party party, String message) implements PartyReply {}

    /** The party did not answer; whether it did anything is not known. */
    record Unreachable(Party party, String message) implements PartyReply {}

    Done DONE = new Done();
}
