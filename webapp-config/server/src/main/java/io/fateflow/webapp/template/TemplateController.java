package io.fateflow.webapp.template;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.webapp.api.Attachment;

/**
 * {@code template/download}: jobs that run on this server as they are, with data for them. FATE sends its examples, which are
 * those of its Python; {@code min_data} leaves out large data, of which there is none here.
 */
@Controller
class TemplateController {

    private static final String ROOT = "fateflow_examples/";
    private static final List<String> FILES = List.of(
            "README.md",
            "toy/toy_dsl.json",
            "toy/toy_conf.json",
            "hetero_lr/upload_guest.json",
            "hetero_lr/upload_host.json",
            "hetero_lr/hetero_lr_dsl.json",
            "hetero_lr/hetero_lr_conf.json");

    @PostMapping("/v1/template/download")
    ResponseEntity<StreamingResponseBody> download() {
        return Attachment.streamed("template.tar.gz", TemplateController::write);
    }

    private static void write(OutputStream out) throws IOException {
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(out))) {
            for (String file : FILES) {
                add(tar, file, content(file));
            }
            SampleData data = SampleData.of(400);
            add(tar, "data/loans_guest.csv", data.guest().getBytes(StandardCharsets.UTF_8));
            add(tar, "data/loans_host.csv", data.host().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static byte[] content(String file) throws IOException {
        try (InputStream in = TemplateController.class.getResourceAsStream("/io/fateflow/webapp/template/" + file)) {
            if (in == null) {
                throw new IllegalStateException("the server was built without its template " + file);
            }
            return in.readAllBytes();
        }
    }

    private static void add(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(ROOT + name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }
}
