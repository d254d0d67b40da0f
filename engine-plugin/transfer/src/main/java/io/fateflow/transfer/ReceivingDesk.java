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
import io.fateflow.transfer.Progress.State;

/**
 * Decides about parcels of other sites, whatever brought them: who calls is proved as with every call, the parcel is of
 * that site's own party, and both ends are parties of a job of this site.
 */
public final class ReceivingDesk {

    private static final Logger LOG = LoggerFactory.getLogger(ReceivingDesk.class);

    private final long ownPartyId;
    private final SiteAuthentication authentication;
    private final ParcelRights rights;
    private final RefusedCalls refusedCalls;
    private final ExchangeSpool spool;
    private final Arrivals arrivals;

    public ReceivingDesk(
            long ownPartyId,
            SiteAuthentication authentication,
            ParcelRights rights,
            RefusedCalls refusedCalls,
            ExchangeSpool spool,
            Arrivals arrivals) {
        this.ownPartyId = ownPartyId;
        this.authentication = authentication;
        this.rights = rights;
        this.refusedCalls = refusedCalls;
        this.spool = spool;
        this.arrivals = arrivals;
    }

    /** What becomes of an offer. */
    public sealed interface Admission {

        /** There is nothing to send. */
        record Ended(Progress progress) implements Admission {}

        /** The data may come; whoever has this closes it. */
        record Open(Arrival arrival) implements Admission {

            /** Where the sender begins. */
            public Progress progress() {
                return Progress.go(arrival.received());
            }
        }
    }

    /** An offer whose description is here already. Refused offers are told to {@link RefusedCalls}. */
    public Admission admit(CallHeaders headers, byte[] description, CallerEvidence evidence) {
        Caller caller = caller(headers, evidence);
        return caller instanceof Caller.Refused refused
                ? refuse(headers, evidence, refused)
                : decide(headers, description, evidence);
    }

    /** Who offers, before the description is read. */
    public Caller caller(CallHeaders headers, CallerEvidence evidence) {
        return authentication.caller(new CallHead("POST", Parcel.PATH, headers, evidence));
    }

    /**
     * Decides about an offer of a caller that was not refused.
     *
     * @throws WireFormatException if the description is no JSON object
     */
    public Admission decide(CallHeaders headers, byte[] description, CallerEvidence evidence) {
        Optional<Answer> unsigned = authentication.refusal(headers, description, BodyLimit.SMALL);
        if (unsigned.isPresent()) {
            return refused(headers, evidence, unsigned.get());
        }
        ObjectNode json = WireText.body(WireText.read(description, BodyLimit.SMALL));
        try {
            Parcel parcel = Parcel.of(json);
            return refusal(parcel, headers)
                    .map(answer -> refused(headers, evidence, answer))
                    .orElseGet(() -> take(parcel, headers, evidence));
        } catch (WireFormatException e) {
            return ended(State.REFUSED, "FFB-6606 the parcel's description can't be read: " + e.getMessage());
        }
    }

    /** Of a caller that was refused before its offer was read. */
    public Admission refuse(CallHeaders headers, CallerEvidence evidence, Caller.Refused caller) {
        return refused(headers, evidence, caller.answer());
    }

    private Optional<Answer> refusal(Parcel parcel, CallHeaders headers) {
        if (!headers.srcPartyId().equals(Long.toString(parcel.sender()))) {
            return permission("FFB-6605 a site sends for its own party only, not for %s".formatted(parcel.from()));
        }
        return parcel.receiver() == ownPartyId
                ? Optional.empty()
                : permission("FFB-6603 party %d is not at this site".formatted(parcel.receiver()));
    }

    private static Optional<Answer> permission(String reason) {
        return Optional.of(Answer.failure(Answer.PERMISSION_ERROR, reason));
    }

    private Admission take(Parcel parcel, CallHeaders headers, CallerEvidence evidence) {
        return switch (rights.verdict(parcel)) {
            case UNKNOWN ->
                refused(
                        headers,
                        evidence,
                        Answer.failure(
                                Answer.PERMISSION_ERROR,
                                "FFB-6611 this site has no job %s as %s".formatted(parcel.jobId(), parcel.to())));
            case STRANGER ->
                refused(
                        headers,
                        evidence,
                        Answer.failure(
                                Answer.PERMISSION_ERROR,
                                "FFB-6604 %s is no party of job %s".formatted(parcel.from(), parcel.jobId())));
            case UNWANTED -> ended(State.UNWANTED, "");
            case WELCOME -> open(parcel);
        };
    }

    private Admission open(Parcel parcel) {
        if (spool.isClosed(parcel.address().session())) {
            return ended(State.UNWANTED, "");
        }
        if (arrivals.isHere(parcel)) {
            return new Admission.Ended(Progress.complete(parcel.size()));
        }
        try {
            Arrival arrival = arrivals.open(parcel);
            Progress progress = arrival.finishIfWhole();
            return progress.state() == State.GO ? new Admission.Open(arrival) : new Admission.Ended(progress);
        } catch (NoSpaceException e) {
            LOG.warn("{} is put off: {}", parcel, e.getMessage());
            return ended(State.LATER, "FFB-6608 the disk of party %d's site is full".formatted(ownPartyId));
        } catch (IOException e) {
            LOG.warn("{} can't be spooled", parcel, e);
            return ended(State.LATER, "FFB-6608 the disk of party %d's site fails".formatted(ownPartyId));
        }
    }

    private Admission refused(CallHeaders headers, CallerEvidence evidence, Answer answer) {
        refusedCalls.refused(new RefusedCalls.RefusedCall(
                headers.srcPartyId(), evidence.remoteAddress(), Parcel.PATH, answer.retcode(), answer.retmsg()));
        return ended(State.REFUSED, answer.retmsg());
    }

    private static Admission ended(State state, String reason) {
        return new Admission.Ended(Progress.end(state, reason));
    }
}
