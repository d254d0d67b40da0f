package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import io.fateflow.worker.digest.Sha256;

/** A zip that is written in one go and ends with the checksums of its files. The same files give the same bytes. */
final class ChecksumZip {

    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final ZipOutputStream zip;
    private final StringBuilder checksums = new StringBuilder();

    ChecksumZip(OutputStream out) {
        this.zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
    }

    void add(String name, byte[] content) throws IOException {
        put(name, content);
        checksums.append(Sha256.hex(content)).append("  ").append(name).append('\n');
    }

    private void put(String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    /** Ends it; one without its end is nobody's archive. What it was written to stays open. */
    void finish() throws IOException {
        put(ArchiveLayout.CHECKSUMS, checksums.toString().getBytes(StandardCharsets.UTF_8));
        zip.finish();
        zip.flush();
    }
}
