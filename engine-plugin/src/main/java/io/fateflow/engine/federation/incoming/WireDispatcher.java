package io.fateflow.engine.federation.incoming;

import java.util.Optional;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.federation.auth.RefusedCalls;
import io.fateflow.engine.federation.auth.SiteAuthentication;
import io.fateflow.engine.federation.wire.Answer;
import io.fateflow.engine.federation.wire.WireCall;
import io.fateflow.engine.federation.wire.WireFormatException;
import io.fateflow.engine.federation.wire.WireRoutes;
import io.fateflow.engine.federation.wire.WireText;
import io.fateflow.engine.sql.DatabaseError;

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
     * What goes wrong is retcode 100, and the log has the reason.
     *
     * @throws RuntimeException if the database does not answer: then there is no answer to give, and the caller, who could
     *     take one for a refusal, is to ask again
     */
    public Answer dispatch(WireRequest request) {
        try {
            return answer(request);
        } catch (WireFormatException e) {
            return Answer.failure(Answer.EXCEPTION_ERROR, "FFB-6201 " + e.getMessage());
        } catch (RuntimeException e) {
            if (DatabaseError.isTransient(e)) {
                throw e;
            }
            String reference = UUID.randomUUID().toString().substring(0, 8);
            LOG.error("{} failed, reference {}", request.path(), reference, e);
            // what failed may have quoted SQL or a row: only the log gets it
            return Answer.failure(
                    Answer.EXCEPTION_ERROR, "FFB-6200 This should not happen; the site's log has it as " + reference);
        }
    }

    private Answer answer(WireRequest request) {
        JsonNode body = WireText.read(request.body());
        Optional<Answer> refusal = authentication.refusal(request.headers(), body, request.evidence());
        if (refusal.isPresent()) {
            return refused(request, refusal.get());
        }
        Optional<WireCall> call = WireRoutes.parse(request.path(), WireText.body(body));
        if (call.isEmpty()) {
            return Answer.failure(Answer.EXCEPTION_ERROR, "<NotFound '404: Not Found'>");
        }
        if (!request.method().equals("POST")) {
            return Answer.failure(Answer.EXCEPTION_ERROR, "<MethodNotAllowed '405: Method Not Allowed'>");
        }
        Answer answer = handler.handle(call.get(), request.headers());
        return answer.retcode() == Answer.PERMISSION_ERROR ? refused(request, answer) : answer;
    }

    private Answer refused(WireRequest request, Answer answer) {
        refusedCalls.refused(new RefusedCalls.RefusedCall(
                request.headers().srcPartyId(),
                request.evidence().remoteAddress(),
                request.path(),
                answer.retcode(),
                answer.retmsg()));
        return answer;
    }
}
