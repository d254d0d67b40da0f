package io.fateflow.board.page;

import java.io.IOException;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

import io.fateflow.webapp.security.BoardPages;

/**
 * Every page but one is the same document; which one it shows, its script reads from the address. What a page may load is this server's,
 * and nothing in it may be a script or a style that did not come as a file of it.
 */
@Controller
class PageController {

    /** bpmn-js writes a style attribute into its own mark; attributes can't load or run anything. */
    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
                    + " img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
                    + " frame-ancestors 'none'";

    private final byte[] document;
    private final byte[] api;

    PageController() throws IOException {
        this.document = new ClassPathResource("io/fateflow/board/web/index.html").getContentAsByteArray();
        this.api = new ClassPathResource("io/fateflow/board/web/api.html").getContentAsByteArray();
    }

    @GetMapping({"/", "/jobs", "/jobs/{job}", "/jobs/{job}/{component}", "/{page:" + BoardPages.WORDS + "}"})
    ResponseEntity<byte[]> page() {
        return answer(document);
    }

    /** The description of FATE Flow's calls, as Swagger UI shows it. */
    @GetMapping(BoardPages.API)
    ResponseEntity<byte[]> api() {
        return answer(api);
    }

    private static ResponseEntity<byte[]> answer(byte[] page) {
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_HTML)
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("X-Frame-Options", "DENY")
                .header("Referrer-Policy", "same-origin")
                .body(page);
    }
}
