package io.fateflow.webapp.federation;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

import io.fateflow.engine.federation.incoming.WireDispatcher;
import io.fateflow.engine.federation.incoming.WireRequest;
import io.fateflow.engine.federation.wire.Answer;
import io.fateflow.engine.federation.wire.WireText;

/** Calls of other sites over HTTP: always status 200, with the outcome inside. */
@Controller
@ConditionalOnProperty("fate.federation.enabled")
class WireController {

    private final WireDispatcher dispatcher;
    private final FederationProperties federation;

    WireController(WireDispatcher dispatcher, FederationProperties federation) {
        this.dispatcher = dispatcher;
        this.federation = federation;
    }

    @RequestMapping({
        "/v1/party/**",
        "/v1/initiator/**",
        "/v1/tracker/{job}/{component}/{role}/{party}/output/table",
        "/v1/info/common"
    })
    ResponseEntity<byte[]> call(HttpServletRequest request) throws IOException {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(WireText.write(answer(request)));
    }

    private Answer answer(HttpServletRequest request) throws IOException {
        int limit = federation.maxMessageBytes();
        byte[] body = request.getInputStream().readNBytes(limit);
        if (request.getInputStream().read() >= 0) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR,
                    "FFB-6203 the body is longer than %d bytes; see fate.federation.max-message".formatted(limit));
        }
        return dispatcher.dispatch(new WireRequest(
                request.getMethod(),
                request.getRequestURI(),
                HttpCallers.headers(request),
                body,
                HttpCallers.evidence(request)));
    }
}
