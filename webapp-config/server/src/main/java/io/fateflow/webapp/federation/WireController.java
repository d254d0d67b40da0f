package io.fateflow.webapp.federation;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.incoming.Entry;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.SiteProtocol;
import io.fateflow.federation.wire.WireRoutes;
import io.fateflow.federation.wire.WireText;
import io.fateflow.webapp.limit.CallLimits;
import io.fateflow.webapp.security.CallLimit;
import io.fateflow.webapp.security.CallerProof;

/** Calls of other sites over HTTP: always status 200, with the outcome inside. */
@Controller
@ConditionalOnProperty("fate.federation.enabled")
class WireController implements SmartInitializingSingleton {

    private final WireDispatcher dispatcher;
    private final FederationProperties federation;
    private final CallLimits limits;
    private final SiteCallPaths paths;
    private final RequestMappingHandlerMapping mapping;

    WireController(
            WireDispatcher dispatcher,
            FederationProperties federation,
            CallLimits limits,
            SiteCallPaths paths,
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping) {
        this.dispatcher = dispatcher;
        this.federation = federation;
        this.limits = limits;
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
        CallHead head = new CallHead(
                request.getMethod(),
                request.getRequestURI(),
                HttpCallers.headers(request),
                HttpCallers.evidence(request));
        Entry entry = dispatcher.enter(head);
        boolean proved = entry instanceof Entry.Open open && open.proved();
        Optional<CallLimit.Beyond> beyond =
                limits.ofPartner(head.headers().srcPartyId(), proved ? "" : request.getRemoteAddr());
        return beyond.isPresent()
                ? later(beyond.get())
                : ResponseEntity.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .header(SiteProtocol.HEADER, Integer.toString(SiteProtocol.CURRENT))
                        .body(WireText.write(answer(entry, request)));
    }

    /**
     * No answer of FATE's: one with a retcode is a refusal, and final. What is none, other sites call again: ours as a party that is out of
     * reach, those in Python as after any exception.
     */
    private static ResponseEntity<byte[]> later(CallLimit.Beyond beyond) {
        return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(beyond.seconds()))
                .contentType(MediaType.TEXT_PLAIN)
                .body(beyond.words().getBytes(StandardCharsets.UTF_8));
    }

    private Answer answer(Entry entry, HttpServletRequest request) throws IOException {
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
