package io.fateflow.federation.outgoing;

import java.util.List;

import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.PartyCommands;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireFormatException;

/** Makes calls to other sites. May take minutes: never call it with rows locked. */
public interface PartyTransport {

    /**
     * Makes a call, and tries again as long as nobody answers.
     *
     * @param sender this site in its role in the job
     * @param receiver the party id of the site that is called
     */
    CallOutcome call(Party sender, long receiver, WireCall call, Tries tries);

    /**
     * Makes a call that is one of an initiator's commands to a party, so that a copy of it that comes late is told from a new
     * one. A transport that can't say the number leaves it out.
     *
     * @param number higher than those of all commands before
     */
    default CallOutcome command(Party sender, long receiver, WireCall call, long number, Tries tries) {
        return call(sender, receiver, call, tries);
    }

    /** Whether the receiver takes {@link PartyCommands}: a site of ours that has said so when it last answered. */
    default boolean takesCommandsTogether(long receiver) {
        return false;
    }

    /**
     * Makes several commands at a receiver that {@link #takesCommandsTogether}, which does them in their order, up to the first that it
     * does not do.
     *
     * @return what came of each command that was answered, or of the first alone
     */
    default List<CallOutcome> commands(Party sender, long receiver, PartyCommands commands, Tries tries) {
        CallOutcome outcome = call(sender, receiver, commands, tries);
        if (outcome instanceof CallOutcome.Done done) {
            return outcomes(receiver, commands, done.answer());
        }
        if (outcome.isAnswer()) {
            // it may be another server than it was, one that does not know such messages
            PartyCommands.Numbered first = commands.commands().get(0);
            return List.of(command(sender, receiver, first.call(), first.number(), tries));
        }
        return List.of(outcome);
    }

    private static List<CallOutcome> outcomes(long receiver, PartyCommands commands, Answer answer) {
        try {
            return commands.answers(answer).stream()
                    .map(each -> CallOutcome.of(receiver, each))
                    .toList();
        } catch (WireFormatException e) {
            return List.of(new CallOutcome.Unreachable(
                    receiver, "FFB-6002 party %d can't be understood: %s".formatted(receiver, e.getMessage())));
        }
    }
}
