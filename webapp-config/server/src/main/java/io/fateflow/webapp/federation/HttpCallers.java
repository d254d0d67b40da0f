package io.fateflow.webapp.federation;

import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.auth.Fingerprints;
import io.fateflow.federation.wire.CallHeaders;

/** What a request says about its caller, and what is known of it. */
final class HttpCallers {

    private HttpCallers() {}

    static CallHeaders headers(HttpServletRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        Collections.list(request.getHeaderNames()).forEach(name -> headers.put(name, request.getHeader(name)));
        return CallHeaders.of(headers);
    }

    static CallerEvidence evidence(HttpServletRequest request) {
        Object chain = request.getAttribute("jakarta.servlet.request.X509Certificate");
        return new CallerEvidence(
                request.getRemoteAddr(),
                chain instanceof X509Certificate[] certificates ? Fingerprints.of(certificates) : List.of());
    }
}
