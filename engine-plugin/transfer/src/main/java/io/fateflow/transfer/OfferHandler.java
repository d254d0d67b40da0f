package io.fateflow.transfer;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.auth.Caller;
import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.auth.RefusedCalls;
import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.BodyLimit;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireText;
import io.fateflow.transfer.TransferProgress.State;

/**
 * Decides about transfers of other sites, whatever brought them: who calls is proved as with every call, the transfer is of
 * that site's own party, and both ends are parties of a job of this site.
 */
public final class OfferHandler {

    private static final Logger LOG = LoggerFactory.getLogger(OfferHandler.class);

    private final long ownPartyId;
    private final SiteAuthentication authentication;
    private final TransferRights rights;
    private final RefusedCalls refusedCalls;
    private final ExchangeSpool spool;
    private final TransferReceiver arrivals;
    private final ArrivalLimit limit;

    /** One that takes as much as comes. */
    public OfferHandler(
            long ownPartyId,
            SiteAuthentication authentication,
            TransferRights rights,
            RefusedCalls refusedCalls,
            ExchangeSpool spool,
            TransferReceiver arrivals) {
        this(ownPartyId, authentication, rights, refusedCalls, spool, arrivals, ArrivalLimit.NONE);
    }

    public OfferHandler(
            long ownPartyId,
            SiteAuthentication authentication,
            TransferRights rights,
            RefusedCalls refusedCalls,
            ExchangeSpool spool,
            TransferReceiver arrivals,
            ArrivalLimit limit) {
        this.ownPartyId = ownPartyId;
        this.authentication = authentication;
        this.rights = rights;
        this.refusedCalls = refusedCalls;
        this.spool = spool;
        this.arrivals = arrivals;
        this.limit = limit;
    }

    /** What becomes of an offer. */
    public sealed interface Outcome {

        /** There is nothing to send. */
        record Ended(TransferProgress progress) implements Outcome {}

        /** The data may come; whoever has this closes it. */
        record Open(ReceivingConnection arrival) implements Outcome {

            /** Where the sender begins. */
            public TransferProgress progress() {
                return TransferProgress.go(arrival.received());
            }
        }
    }

    /** An offer whose description is here already. Refused offers are told to {@link RefusedCalls}. */
    public Outcome admit(CallHeaders headers, byte[] description, CallerEvidence evidence) {
        Caller caller = caller(headers, evidence);
        return caller instanceof Caller.Refused refused
                ? refuse(headers, evidence, refused)
                : decide(headers, description, evidence);
    }

    /** Who offers, before the description is read. */
    public Caller caller(CallHeaders headers, CallerEvidence evidence) {
        return authentication.caller(new CallHead("POST", Transfer.PATH, headers, evidence));
    }

    /**
     * Decides about an offer of a caller that was not refused.
     *
     * @throws WireFormatException if the description is no JSON object
     */
    public Outcome decide(CallHeaders headers, byte[] description, CallerEvidence evidence) {
        Optional<Answer> unsigned = authentication.refusal(headers, description, BodyLimit.SMALL);
        if (unsigned.isPresent()) {
            return refused(headers, evidence, unsigned.get());
        }
        ObjectNode json = WireText.body(WireText.read(description, BodyLimit.SMALL));
        try {
            Transfer transfer = Transfer.of(json);
            return refusal(transfer, headers)
                    .map(answer -> refused(headers, evidence, answer))
                    .orElseGet(() -> take(transfer, headers, evidence));
        } catch (WireFormatException e) {
            return ended(State.REFUSED, "FFB-6606 the transfer's description can't be read: " + e.getMessage());
        }
    }

    /** Of a caller that was refused before its offer was read. */
    public Outcome refuse(CallHeaders headers, CallerEvidence evidence, Caller.Refused caller) {
        return refused(headers, evidence, caller.answer());
    }

    private Optional<Answer> refusal(Transfer transfer, CallHeaders headers) {
        if (!headers.srcPartyId().equals(Long.toString(transfer.sender()))) {
            return permission("FFB-6605 a site sends for its own party only, not for %s".formatted(transfer.from()));
        }
        return transfer.receiver() == ownPartyId
                ? Optional.empty()
                : permission("FFB-6603 party %d is not at this site".formatted(transfer.receiver()));
    }

    private static Optional<Answer> permission(String reason) {
        return Optional.of(Answer.failure(Answer.PERMISSION_ERROR, reason));
    }

    private Outcome take(Transfer transfer, CallHeaders headers, CallerEvidence evidence) {
        return switch (rights.verdict(transfer)) {
            case UNKNOWN ->
                refused(
                        headers,
                        evidence,
                        Answer.failure(
                                Answer.PERMISSION_ERROR,
                                "FFB-6611 this site has no job %s as %s".formatted(transfer.jobId(), transfer.to())));
            case STRANGER ->
                refused(
                        headers,
                        evidence,
                        Answer.failure(
                                Answer.PERMISSION_ERROR,
                                "FFB-6604 %s is no party of job %s".formatted(transfer.from(), transfer.jobId())));
            case UNWANTED -> ended(State.UNWANTED, "");
            case WELCOME -> open(transfer);
        };
    }

    private Outcome open(Transfer transfer) {
        if (spool.isClosed(transfer.address().session())) {
            return ended(State.UNWANTED, "");
        }
        if (arrivals.isHere(transfer)) {
            return new Outcome.Ended(TransferProgress.complete(transfer.size()));
        }
        try {
            ReceivingConnection arrival = arrivals.open(transfer);
            Optional<String> beyond = beyondLimit(transfer, arrival);
            if (beyond.isPresent()) {
                arrival.close();
                return ended(State.LATER, beyond.get());
            }
            TransferProgress progress = arrival.finishIfWhole();
            return progress.state() == State.GO ? new Outcome.Open(arrival) : new Outcome.Ended(progress);
        } catch (NoSpaceException e) {
            LOG.warn("{} is put off: {}", transfer, e.getMessage());
            return ended(State.LATER, "FFB-6608 the disk of party %d's site is full".formatted(ownPartyId));
        } catch (IOException e) {
            LOG.warn("{} can't be spooled", transfer, e);
            return ended(State.LATER, "FFB-6608 the disk of party %d's site fails".formatted(ownPartyId));
        }
    }

    /** What goes on has been counted when it began. */
    private Optional<String> beyondLimit(Transfer transfer, ReceivingConnection arrival) {
        return arrival.received() > 0 ? Optional.empty() : limit.refusal(transfer.sender(), transfer.size());
    }

    private Outcome refused(CallHeaders headers, CallerEvidence evidence, Answer answer) {
        refusedCalls.refused(new RefusedCalls.RefusedCall(
                headers.srcPartyId(), evidence.remoteAddress(), Transfer.PATH, answer.retcode(), answer.retmsg()));
        return ended(State.REFUSED, answer.retmsg());
    }

    private static Outcome ended(State state, String reason) {
        return new Outcome.Ended(TransferProgress.end(state, reason));
    }
}
