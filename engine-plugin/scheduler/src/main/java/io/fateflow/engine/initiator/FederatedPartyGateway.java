package io.fateflow.engine.initiator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyCommandHandler;
import io.fateflow.federation.PartyGateway;
import io.fateflow.federation.PartyReply;

/** Parties of this site do it at once, in the caller's transaction; for those of other sites it is written down there. */
public final class FederatedPartyGateway implements PartyGateway {

    private final PartyGateway here;
    private final RemoteParties remote;
    private final PartyCommandHandler commands;

    public FederatedPartyGateway(PartyGateway here, RemoteParties remote, PartyCommandHandler commands) {
        this.here = here;
        this.remote = remote;
        this.commands = commands;
    }

    @Override
    public Map<Party, PartyReply> send(String jobId, List<Party> parties, PartyCommand command) {
        List<Party> elsewhere = addressees(jobId, command).stream()
                .filter(party -> command.isForAll() || parties.contains(party))
                .toList();
        if (elsewhere.isEmpty()) {
            return here.send(jobId, parties, command);
        }
        List<Party> local =
                parties.stream().filter(party -> !elsewhere.contains(party)).toList();
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        if (command instanceof PartyCommand.CreateJob) {
            replies.putAll(here.send(jobId, local, command));
            if (!replies.values().stream().allMatch(PartyReply.Done.class::isInstance)) {
                return replies;
            }
            replies.putAll(commands.handle(jobId, elsewhere, command));
            return replies;
        }
        // first: it locks the job's gate, which comes before party rows
        Map<Party, PartyReply> queued = commands.handle(jobId, elsewhere, command);
        replies.putAll(here.send(jobId, local, command));
        replies.putAll(queued);
        return replies;
    }

    /** A party that has refused the job hears of it again only if the job is to run again. */
    private List<Party> addressees(String jobId, PartyCommand command) {
        if (command instanceof PartyCommand.CreateJob create) {
            return remote.of(create);
        }
        return command.isForRefusers() ? remote.of(jobId) : remote.takingPart(jobId);
    }

    @Override
    public List<Party> elsewhere(String jobId) {
        return remote.of(jobId);
    }
}
