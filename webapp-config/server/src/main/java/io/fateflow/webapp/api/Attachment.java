package io.fateflow.webapp.api;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Files as FATE Flow sends them. The header has no quotes and no {@code filename*=}: clients take the rest of the header
 * as the name.
 */
public final class Attachment {

    private Attachment() {}

    /** A document. */
    public static ResponseEntity<byte[]> of(String fileName, byte[] content) {
        return headers(fileName, "application/json").body(content);
    }

    /** An archive, streamed. */
    public static ResponseEntity<StreamingResponseBody> streamed(String fileName, StreamingResponseBody content) {
        return headers(fileName, "application/x-tar").body(content);
    }

    /** A model's archive, streamed. */
    public static ResponseEntity<StreamingResponseBody> zip(String fileName, StreamingResponseBody content) {
        return headers(fileName, "application/zip").body(content);
    }

    private static ResponseEntity.BodyBuilder headers(String fileName, String type) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=" + safe(fileName))
                .header(HttpHeaders.CONTENT_TYPE, type);
    }

    /** Users' text is in these names: nothing of it may end the header, or lead to another directory. */
    private static String safe(String fileName) {
        return fileName.replaceAll("[^\\p{L}\\p{N}._#-]", "_");
    }
}
