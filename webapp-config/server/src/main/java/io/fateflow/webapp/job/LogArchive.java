package io.fateflow.webapp.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.attribute.FileTime;
import java.util.List;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;

import io.fateflow.webapp.storage.log.LogFile;
import io.fateflow.webapp.storage.log.LogFolder;
import io.fateflow.webapp.storage.log.OpenedLog;
import io.fateflow.webapp.storage.log.SiteLogs;

/** Packs the logs of a job as they are streamed out. */
final class LogArchive {

    private final SiteLogs logs;
    private final LogFolder folder;

    LogArchive(SiteLogs logs, LogFolder folder) {
        this.logs = logs;
        this.folder = folder;
    }

    /**
     * Writes files of the folder and one more.
     *
     * @param name of the one more, whatever of that name is in the folder
     */
    void write(List<LogFile> files, OutputStream out, String name, byte[] content) throws IOException {
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(out))) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            TarArchiveEntry more = new TarArchiveEntry(name);
            more.setSize(content.length);
            tar.putArchiveEntry(more);
            tar.write(content);
            tar.closeArchiveEntry();
            for (LogFile file : files) {
                if (!file.name().equals(name)) {
                    add(tar, file);
                }
            }
        }
    }

    /** What was removed since it was listed is left out. */
    private void add(TarArchiveOutputStream tar, LogFile file) throws IOException {
        try (OpenedLog log = logs.open(folder, file.name()).orElse(null)) {
            if (log == null) {
                return;
            }
            TarArchiveEntry entry = new TarArchiveEntry(file.name());
            entry.setSize(log.size());
            entry.setModTime(FileTime.fromMillis(file.time()));
            tar.putArchiveEntry(entry);
            try (InputStream in = log.open(0)) {
                copyExactly(in, entry.getSize(), tar);
            }
            tar.closeArchiveEntry();
        }
    }

    /** A log may grow meanwhile; the archive's entry may not. */
    private static void copyExactly(InputStream in, long size, OutputStream out) throws IOException {
        byte[] buffer = new byte[8192];
        long left = size;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                // it shrank: fill up, rather than break the whole archive
                out.write(new byte[(int) Math.min(buffer.length, left)]);
                left -= Math.min(buffer.length, left);
            } else {
                out.write(buffer, 0, read);
                left -= read;
            }
        }
    }
}
