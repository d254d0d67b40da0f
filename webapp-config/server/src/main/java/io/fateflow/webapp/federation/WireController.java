package io.fateflow.webapp.federation;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.incoming.Entry;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.outgoing.CallSender;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.WireRoutes;
import io.fateflow.federation.wire.WireText;
import io.fateflow.webapp.security.CallerProof;

/** Calls of other sites over HTTP: always status 200, with the outcome inside. */
@Controller
@ConditionalOnProperty("fate.federation.enabled")
class WireController implements SmartInitializingSingleton {

    private final WireDispatcher dispatcher;
    private final FederationProperties federation;

    private final SiteCallPaths paths;
    private final RequestMappingHandlerMapping mapping;

    WireController(
            WireDispatcher dispatcher,
            FederationProperties federation,
            SiteCallPaths paths,
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping) {
        this.dispatcher = dispatcher;
        this.federation = federation;
        this.paths = paths;
        this.mapping = mapping;
    }

    /** Every path of the table of calls; what clients ask under the same path is answered to sites alike. */
    @Override
    public void afterSingletonsInstantiated() {
        Method call = Objects.requireNonNull(
                ReflectionUtils.findMethod(WireController.class, "call", HttpServletRequest.class));
        for (String pattern : WireRoutes.patterns()) {
            if (paths.contains(pattern)) {
                mapping.registerMapping(
                        RequestMappingInfo.paths(pattern)
                                .options(mapping.getBuilderConfiguration())
                                .build(),
                        this,
                        call);
            }
        }
    }

    ResponseEntity<byte[]> call(HttpServletRequest request) throws IOException {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .header(CallSender.CHECKS_CALL_SIGNATURES, "1")
                .body(WireText.write(answer(request)));
    }

    private Answer answer(HttpServletRequest request) throws IOException {
        Entry entry = dispatcher.enter(new CallHead(
                request.getMethod(),
                request.getRequestURI(),
                HttpCallers.headers(request),
                HttpCallers.evidence(request)));
        return entry instanceof Entry.Open open ? answer(open, request) : ((Entry.Over) entry).answer();
    }

    private Answer answer(Entry.Open open, HttpServletRequest request) throws IOException {
        if (open.proved()) {
            CallerProof.given(request);
        }
        int limit = open.limit().bytes(federation.maxMessageBytes());
        if (request.getContentLengthLong() > limit) {
            return Answer.tooLong(limit);
        }
        byte[] body = request.getInputStream().readNBytes(limit);
        return body.length == limit && request.getInputStream().read() >= 0
                ? Answer.tooLong(limit)
                : dispatcher.dispatch(open, body);
    }
}
