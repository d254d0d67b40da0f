package io.fateflow.federation.incoming;

import java.util.Optional;
import java.util.UUID;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import io.fateflow.database.DatabaseError;
import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.auth.Caller;
import io.fateflow.federation.auth.RefusedCalls;
import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.BodyLimit;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireRoutes;
import io.fateflow.federation.wire.WireText;

/** Takes calls of any transport: reads them, checks the caller, has them done. Always has an answer. */
public final class WireDispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(WireDispatcher.class);

    private final PartyWireHandler handler;
    private final SiteAuthentication authentication;
    private final RefusedCalls refusedCalls;

    public WireDispatcher(PartyWireHandler handler, SiteAuthentication authentication, RefusedCalls refusedCalls) {
        this.handler = handler;
        this.authentication = authentication;
        this.refusedCalls = refusedCalls;
    }

    /**
     * A call whose body is here already. What goes wrong is retcode 100, and the log has the reason.
     *
     * @throws RuntimeException if the database does not answer: then there is no answer to give, and the caller, who could
     *     take one for a refusal, is to ask again
     */
    public Answer dispatch(WireRequest request) {
        Entry entry = enter(request.head());
        return entry instanceof Entry.Open open ? dispatch(open, request.body()) : ((Entry.Over) entry).answer();
    }

    /** Looks at a call before its body is read; throws as {@link #dispatch(WireRequest)}. */
    public Entry enter(CallHead head) {
        try {
            return look(head);
        } catch (RuntimeException e) {
            return new Entry.Over(unexpected(head, e));
        }
    }

    private Entry look(CallHead head) {
        Caller caller = authentication.caller(head);
        Optional<Answer> refusal = caller.refusal();
        if (refusal.isPresent()) {
            return new Entry.Over(refused(head, refusal.get()));
        }
        Optional<BodyLimit> limit = WireRoutes.limit(head.path());
        if (limit.isEmpty()) {
            return over("<NotFound '404: Not Found'>");
        }
        return head.method().equals("POST")
                ? new Entry.Open(head, limit.get(), caller instanceof Caller.Proved)
                : over("<MethodNotAllowed '405: Method Not Allowed'>");
    }

    private static Entry over(String why) {
        return new Entry.Over(Answer.failure(Answer.EXCEPTION_ERROR, why));
    }

    /** Has a call done, now that its body is here; throws as {@link #dispatch(WireRequest)}. */
    public Answer dispatch(Entry.Open open, byte[] body) {
        try {
            return answer(open, body);
        } catch (WireFormatException e) {
            return Answer.failure(Answer.EXCEPTION_ERROR, e.id() + " " + e.getMessage());
        } catch (RuntimeException e) {
            return unexpected(open.head(), e);
        }
    }

    private static Answer unexpected(CallHead head, RuntimeException e) {
        if (DatabaseError.isTransient(e)) {
            throw e;
        }
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("{} failed, reference {}", head.path(), reference, e);
        // what failed may have quoted SQL or a row: only the log gets it
        return Answer.failure(
                Answer.EXCEPTION_ERROR, "FFB-6200 This should not happen; the site's log has it as " + reference);
    }

    private Answer answer(Entry.Open open, byte[] body) {
        CallHead head = open.head();
        Optional<Answer> refusal = authentication.refusal(head.headers(), body, open.limit());
        if (refusal.isPresent()) {
            return refused(head, refusal.get());
        }
        Optional<WireCall> call = WireRoutes.parse(head.path(), WireText.body(WireText.read(body, open.limit())));
        if (call.isEmpty()) {
            return Answer.failure(Answer.EXCEPTION_ERROR, "<NotFound '404: Not Found'>");
        }
        Answer answer = handle(call.get(), head);
        return answer.retcode() == Answer.PERMISSION_ERROR ? refused(head, answer) : answer;
    }

    /** Lines in the log name the job and whose call they are of. */
    private Answer handle(WireCall call, CallHead head) {
        try (MDC.MDCCloseable job = MDC.putCloseable("job", call.jobId());
                MDC.MDCCloseable caller =
                        MDC.putCloseable("caller", head.headers().srcPartyId())) {
            return handler.handle(call, head.headers());
        }
    }

    private Answer refused(CallHead call, Answer answer) {
        refusedCalls.refused(new RefusedCalls.RefusedCall(
                call.headers().srcPartyId(),
                call.evidence().remoteAddress(),
                call.path(),
                answer.retcode(),
                answer.retmsg()));
        return answer;
    }
}
