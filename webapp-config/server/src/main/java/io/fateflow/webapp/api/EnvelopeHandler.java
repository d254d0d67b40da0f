package io.fateflow.webapp.api;

import java.io.IOException;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Writes {@link Envelope}, whatever the client says it accepts. */
final class EnvelopeHandler implements HandlerMethodReturnValueHandler {

    private final WireJson json;

    EnvelopeHandler(WireJson json) {
        this.json = json;
    }

    @Override
    public boolean supportsReturnType(MethodParameter returnType) {
        return returnType.getParameterType() == Envelope.class;
    }

    @Override
    public void handleReturnValue(
            @Nullable Object returnValue,
            MethodParameter returnType,
            ModelAndViewContainer container,
            NativeWebRequest webRequest)
            throws IOException {
        container.setRequestHandled(true);
        HttpServletResponse response = webRequest.getNativeResponse(HttpServletResponse.class);
        if (response != null && returnValue instanceof Envelope envelope) {
            byte[] body = json.write(envelope);
            response.setContentType("application/json");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }
}
