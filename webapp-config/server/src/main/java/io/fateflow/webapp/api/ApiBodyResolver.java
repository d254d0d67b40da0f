package io.fateflow.webapp.api;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

import io.fateflow.dsl.json.JacksonMessage;
import io.fateflow.webapp.security.OwnJobs;

/** Reads {@link ApiBody} from any request: GET too, with any content type, and never as a form. */
final class ApiBodyResolver implements HandlerMethodArgumentResolver {

    private final WireJson json;
    private final OwnJobs own;
    private final int limit;

    ApiBodyResolver(WireJson json, OwnJobs own, DataSize limit) {
        this.json = json;
        this.own = own;
        this.limit = (int) Math.min(limit.toBytes(), Integer.MAX_VALUE - 8);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == ApiBody.class;
    }

    @Override
    public ApiBody resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest webRequest,
            @Nullable WebDataBinderFactory binderFactory)
            throws IOException {
        HttpServletRequest request = webRequest.getNativeRequest(HttpServletRequest.class);
        ApiBody body = read(request);
        if (request != null) {
            own.demand(request, body.orEmpty());
        }
        return body;
    }

    private ApiBody read(@Nullable HttpServletRequest request) throws IOException {
        String type = request == null ? null : request.getContentType();
        if (request == null || (type != null && type.startsWith("multipart/"))) {
            return ApiBody.none();
        }
        byte[] body = request.getInputStream().readNBytes(limit);
        if (body.length == limit) {
            throw ApiException.soft(
                    Retcode.EXCEPTION_ERROR, "FFB-5901 The body is larger than fate.access.max-body allows.");
        }
        try {
            return json.readBody(body) instanceof ObjectNode object
                    ? ApiBody.of(PlainTexts.checked(object))
                    : body.length == 0 ? ApiBody.none() : notAnObject("it is no JSON object");
        } catch (StreamConstraintsException e) {
            throw ApiException.soft(
                    Retcode.EXCEPTION_ERROR,
                    "FFB-6330 The body has more values or more levels than any call of FATE Flow's.");
        } catch (JsonProcessingException e) {
            return body.length == 0 ? ApiBody.none() : notAnObject(place(e));
        }
    }

    private static ApiBody notAnObject(String why) {
        return new ApiBody(null, "FFB-5903 The body can't be read: " + why + ". Send a JSON object.");
    }

    private static String place(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return at == null
                ? JacksonMessage.of(e)
                : "line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), JacksonMessage.of(e));
    }
}
