package io.fateflow.board.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import io.fateflow.webapp.job.JobId;
import io.fateflow.webapp.storage.log.LogFile;
import io.fateflow.webapp.storage.log.LogFolder;
import io.fateflow.webapp.storage.log.OpenedLog;
import io.fateflow.webapp.storage.log.SiteLogs;

/** Logs of a job's components, as far as this server can see them. Names that are no plain names lead nowhere. */
@Component
final class LogFiles {

    private static final Pattern PLAIN = Pattern.compile("[^/\\\\:.\\p{Cntrl}][^/\\\\:\\p{Cntrl}]{0,254}");
    private static final int MOST_FILES = 200;

    private final SiteLogs logs;

    LogFiles(SiteLogs logs) {
        this.logs = logs;
    }

    /** Whose logs. */
    record Place(String job, String role, String party, String component) {}

    /** A part of a file; whoever goes on begins where it ends. */
    record Part(String text, long from, long to, long size) {}

    /** Empty for names that are no plain ones. */
    private static Optional<LogFolder> folder(Place place) {
        boolean plain = JobId.parse(place.job()).isPresent()
                && Stream.of(place.role(), place.party(), place.component())
                        .allMatch(name -> PLAIN.matcher(name).matches());
        return plain
                ? Optional.of(LogFolder.of(place.job(), place.role(), place.party(), place.component()))
                : Optional.empty();
    }

    /** Where logs of a component grow; empty if none does on this machine. */
    Optional<Path> directory(Place place) {
        return folder(place).flatMap(logs::growing);
    }

    List<LogFile> list(Place place) throws IOException {
        Optional<LogFolder> folder = folder(place);
        return folder.isEmpty()
                ? List.of()
                : logs.below(folder.get()).stream().limit(MOST_FILES).toList();
    }

    /**
     * Reads whole lines, so that no character is torn apart.
     *
     * @param from where to begin; negative for so many bytes before the end
     */
    Optional<Part> read(Place place, String name, long from, int most) throws IOException {
        if (list(place).stream().noneMatch(file -> file.name().equals(name))) {
            return Optional.empty();
        }
        try (OpenedLog log = logs.open(folder(place).orElseThrow(), name).orElse(null)) {
            return log == null ? Optional.empty() : Optional.of(read(log, from, most));
        }
    }

    private static Part read(OpenedLog log, long from, int most) throws IOException {
        long size = log.size();
        long begin = from < 0 ? Math.max(0, size + from) : Math.min(from, size);
        byte[] bytes;
        try (InputStream in = log.open(begin)) {
            bytes = in.readNBytes((int) Math.min(most, size - begin));
        }
        int skipped = from < 0 && begin > 0 ? afterLine(bytes) : 0;
        int end = begin + bytes.length < size ? lastLine(bytes, skipped) : bytes.length;
        String text = new String(bytes, skipped, end - skipped, StandardCharsets.UTF_8);
        return new Part(text, begin + skipped, begin + end, size);
    }

    private static int afterLine(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    private static int lastLine(byte[] bytes, int from) {
        for (int i = bytes.length; i > from; i--) {
            if (bytes[i - 1] == '\n') {
                return i;
            }
        }
        return bytes.length;
    }
}
