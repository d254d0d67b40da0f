package io.fateflow.webapp.oidc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.util.HtmlUtils;

/**
 * What a browser shows that comes back from the issuer. It goes on by a page of our own, and not by a redirect: that would still be a step
 * of another site's, which is refused everywhere else.
 */
final class LoginPage {

    private static final String DOCUMENT = """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><title>%s – FATE Flow</title>%s</head>
            <body style="font-family: system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem">
            <h1>%s</h1>
            <p>%s</p>
            <p><a href="%s">%s</a></p>
            </body>
            </html>
            """;

    private LoginPage() {}

    static void goOn(HttpServletResponse response) throws IOException {
        String onward = "<meta http-equiv=\"refresh\" content=\"0; url=/\">";
        write(
                response,
                HttpServletResponse.SC_OK,
                DOCUMENT.formatted("Logged in", onward, "Logged in", "The board opens.", "/", "Jobs on the board"));
    }

    static void loggedOut(HttpServletResponse response) throws IOException {
        write(
                response,
                HttpServletResponse.SC_OK,
                DOCUMENT.formatted(
                        "Logged out",
                        "",
                        "Logged out",
                        "Here, and where you had logged in.",
                        "/login",
                        "Log in again"));
    }

    static void refuse(HttpServletResponse response, int status, String why) throws IOException {
        write(
                response,
                status,
                DOCUMENT.formatted(
                        "Not logged in", "", "Not logged in", HtmlUtils.htmlEscape(why), "/login", "Log in"));
    }

    private static void write(HttpServletResponse response, int status, String document) throws IOException {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'none'");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
