package io.fateflow.webapp.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

import io.fateflow.dsl.json.JacksonMessage;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.WireJson;

/** The three ways in which clients pass parameters of an upload. */
@Component
class UploadRequest {

    private final WireJson json;

    UploadRequest(WireJson json) {
        this.json = json;
    }

    /**
     * Finds them: as JSON text that is the whole query string, as query parameters or form fields, or as a JSON body.
     */
    ObjectNode parameters(HttpServletRequest request, ApiBody body) throws IOException {
        String query = request.getQueryString();
        if (query != null) {
            // a + stays a +: clients encode blanks as %20
            String decoded = UriUtils.decode(query, StandardCharsets.UTF_8);
            if (decoded.startsWith("{")) {
                try {
                    return json.read(decoded) instanceof ObjectNode object ? object : json.object();
                } catch (JsonProcessingException e) {
                    throw new IllegalArgumentException("The query string is not JSON: " + JacksonMessage.of(e), e);
                }
            }
        }
        if (body.json() != null) {
            return body.json();
        }
        ObjectNode fields = json.object();
        request.getParameterMap().forEach((name, values) -> fields.put(name, values[0]));
        return fields;
    }

    static boolean isMultipart(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.startsWith("multipart/");
    }
}
