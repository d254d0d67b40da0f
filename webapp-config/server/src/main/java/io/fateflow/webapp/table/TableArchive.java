package io.fateflow.webapp.table;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.api.WireJson;
import io.fateflow.worker.table.TableReader;

/** Tables as FATE's clients download them: of each a {@code .csv}, and a {@code .meta} with the columns' names. */
@Component
public final class TableArchive {

    private final StoredTables tables;
    private final WireJson json;

    TableArchive(StoredTables tables, WireJson json) {
        this.tables = tables;
        this.json = json;
    }

    /** A table and the name of its files. */
    public record Entry(String fileName, String namespace, String name) {}

    /**
     * Streams an archive; memory is that of one batch of rows. A table whose data is gone is left out.
     *
     * @param withHeader whether the text begins with the columns' names
     * @param limit how many rows of each at most; negative for all
     */
    public void write(List<Entry> entries, boolean withHeader, long limit, OutputStream out) throws IOException {
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(out))) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            for (Entry entry : entries) {
                add(tar, entry, withHeader, limit);
            }
        }
    }

    /** Reads twice, since an archive wants sizes first; both readers keep the version that they opened. */
    private void add(TarArchiveOutputStream tar, Entry entry, boolean withHeader, long limit) throws IOException {
        Optional<TableReader> opened = tables.open(entry.namespace(), entry.name());
        if (opened.isEmpty()) {
            return;
        }
        try (TableReader first = opened.get();
                TableReader second =
                        tables.open(entry.namespace(), entry.name()).orElseThrow()) {
            TableCsv csv = new TableCsv(first.info().schema(), withHeader, limit);
            Count size = new Count();
            csv.write(first, size);
            tar.putArchiveEntry(file(entry.fileName() + ".csv", size.bytes));
            OutputStream buffer = new BufferedOutputStream(tar);
            csv.write(second, buffer);
            buffer.flush();
            tar.closeArchiveEntry();
            meta(tar, entry.fileName(), csv.columns());
        }
    }

    private void meta(TarArchiveOutputStream tar, String fileName, List<String> columns) throws IOException {
        ObjectNode meta = json.object();
        columns.forEach(meta.putArray("header")::add);
        byte[] text = json.pretty(meta);
        tar.putArchiveEntry(file(fileName + ".meta", text.length));
        tar.write(text);
        tar.closeArchiveEntry();
    }

    private static TarArchiveEntry file(String name, long size) {
        TarArchiveEntry file = new TarArchiveEntry(name);
        file.setSize(size);
        return file;
    }

    /** Only counts. */
    private static final class Count extends OutputStream {

        private long bytes;

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] b, int off, int len) {
            bytes += len;
        }
    }
}
