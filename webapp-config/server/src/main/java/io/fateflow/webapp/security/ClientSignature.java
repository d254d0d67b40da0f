package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * FATE Flow's client authentication: HMAC-SHA1 over time, nonce, key name, target, body and form fields, with its retcode
 * 109 and its messages.
 */
final class ClientSignature implements AccessRule {

    private static final int AUTHENTICATION_ERROR = 109;
    private static final Duration TOLERANCE = Duration.ofSeconds(60);
    private static final List<String> HEADERS = List.of("TIMESTAMP", "NONCE", "APP_KEY", "SIGNATURE");

    private final ClientKeys keys;
    private final long maxBody;
    private final Clock clock;

    ClientSignature(ClientKeys keys, long maxBody, Clock clock) {
        this.keys = keys;
        this.maxBody = maxBody;
        this.clock = clock;
    }

    @Override
    public Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String appKey = header(request, "APP_KEY");
        if (!appKey.isEmpty()) {
            Claim.user(request, appKey);
        }
        Optional<String> wrong = checkHeaders(request);
        if (wrong.isPresent()) {
            return refuse(request, response, wrong.get());
        }
        Optional<ClientKeys.Key> key = keys.find(appKey);
        if (key.isEmpty()) {
            return refuse(request, response, "Unknown APP_KEY");
        }
        String secret = key.get().secret();
        boolean multipart = isMultipart(request.getContentType());
        HttpServletRequest readable = multipart ? request : BufferedRequest.of(request, maxBody);
        byte[] body = readable instanceof BufferedRequest buffered ? buffered.body() : new byte[0];
        if (!matches(request, body, secret) && !(multipart && matchesWithFields(request, secret))) {
            return refuse(request, response, "signature authentication failed");
        }
        Claim.user(request, key.get().user());
        Claim.proven(request, "key");
        CallerProof.given(request);
        return Optional.of(readable);
    }

    private Optional<String> checkHeaders(HttpServletRequest request) {
        if (keys.isEmpty()) {
            return Optional.of("settings HTTP_APP_KEY and HTTP_SECRET_KEY is None");
        }
        if (HEADERS.stream().map(request::getHeader).anyMatch(value -> value == null || value.isEmpty())) {
            return Optional.of("requirement headers parameters: ['TIMESTAMP', 'NONCE', 'APP_KEY', 'SIGNATURE']");
        }
        long timestamp;
        try {
            timestamp = Long.parseLong(header(request, "TIMESTAMP"));
        } catch (NumberFormatException e) {
            return Optional.of("Invalid TIMESTAMP");
        }
        long now = clock.millis();
        if (timestamp < now - TOLERANCE.toMillis() || timestamp > now + TOLERANCE.toMillis()) {
            return Optional.of("TIMESTAMP is more than 60 seconds away from the server time");
        }
        return Optional.empty();
    }

    private boolean matches(HttpServletRequest request, byte[] body, String secret) {
        byte[] given = header(request, "SIGNATURE").getBytes(StandardCharsets.UTF_8);
        // for {} one client signs the two bytes, the other nothing
        boolean emptyObject = new String(body, StandardCharsets.UTF_8).trim().equals("{}");
        return isSigned(request, body, "", secret, given)
                || (emptyObject && isSigned(request, new byte[0], "", secret, given));
    }

    /** Data sets are signed without fields, so only what is short is read before it is known whose it is. */
    private boolean matchesWithFields(HttpServletRequest request, String secret) throws IOException {
        long length = request.getContentLengthLong();
        if (length < 0 || length > maxBody) {
            return false;
        }
        byte[] given = header(request, "SIGNATURE").getBytes(StandardCharsets.UTF_8);
        return isSigned(request, new byte[0], fields(request), secret, given);
    }

    /** As {@code k=v}, sorted by name, percent-encoded as RFC 3986 has it; without files. */
    private static String fields(HttpServletRequest request) throws IOException {
        SortedMap<String, String> fields = new TreeMap<>();
        try {
            for (Part part : request.getParts()) {
                if (part.getSubmittedFileName() == null) {
                    byte[] value = part.getInputStream().readAllBytes();
                    fields.put(encoded(part.getName()), encoded(new String(value, StandardCharsets.UTF_8)));
                }
            }
        } catch (ServletException e) {
            throw new IOException("the form can't be read: " + e.getMessage(), e);
        }
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }

    /** FATE's clients sign brackets in a query as they are; what sends the request for them encodes them after that. */
    private boolean isSigned(HttpServletRequest request, byte[] body, String fields, String secret, byte[] given) {
        String query = request.getQueryString();
        String target = request.getRequestURI() + (query == null ? "" : "?" + query);
        String asSigned = query == null ? target : request.getRequestURI() + "?" + withBrackets(query);
        return MessageDigest.isEqual(sign(request, target, body, fields, secret), given)
                || (!asSigned.equals(target)
                        && MessageDigest.isEqual(sign(request, asSigned, body, fields, secret), given));
    }

    private static String withBrackets(String query) {
        return query.replace("%5B", "[").replace("%5D", "]");
    }

    private byte[] sign(HttpServletRequest request, String target, byte[] body, String fields, String secret) {
        String head = String.join(
                "\n", header(request, "TIMESTAMP"), header(request, "NONCE"), header(request, "APP_KEY"), target, "");
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            mac.update(body);
            mac.update((byte) '\n');
            mac.update(fields.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encode(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java runtime has HmacSHA1", e);
        }
    }

    private static String header(HttpServletRequest request, String name) {
        String value = request.getHeader(name);
        return value == null ? "" : value;
    }

    private static boolean isMultipart(@Nullable String contentType) {
        return contentType != null && contentType.startsWith("multipart/");
    }

    private static Optional<HttpServletRequest> refuse(
            HttpServletRequest request, HttpServletResponse response, String retmsg) throws IOException {
        Claim.refused(request, retmsg);
        Refusal.write(response, HttpServletResponse.SC_OK, AUTHENTICATION_ERROR, retmsg);
        return Optional.empty();
    }
}
