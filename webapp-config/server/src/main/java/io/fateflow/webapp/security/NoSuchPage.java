package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletResponse;

/** What a browser shows where there is no page. Nothing of the address is in it. */
final class NoSuchPage {

    private static final byte[] DOCUMENT = """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><title>No such page – FATE Flow</title></head>
            <body style="font-family: system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem">
            <h1>There is no such page</h1>
            <p>FFB-5001 There is nothing here for anybody. See whether the address has a slip.</p>
            <p><a href="/">Jobs on the board</a></p>
            </body>
            </html>
            """.getBytes(StandardCharsets.UTF_8);

    private NoSuchPage() {}

    static void write(HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'none'");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(DOCUMENT.length);
        response.getOutputStream().write(DOCUMENT);
    }
}
