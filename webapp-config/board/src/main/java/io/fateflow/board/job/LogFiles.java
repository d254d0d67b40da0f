package io.fateflow.board.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.job.JobId;

/** Logs of a job's components, as far as they are on this machine. Names that are no plain names lead nowhere. */
@Component
final class LogFiles {

    private static final Pattern PLAIN = Pattern.compile("[^/\\\\:.\\p{Cntrl}][^/\\\\:\\p{Cntrl}]{0,254}");
    private static final int MOST_FILES = 200;
    private static final int MOST_DEPTH = 4;

    private final Path logs;

    LogFiles(FateHome home) {
        this.logs = home.logs();
    }

    /** Whose logs. */
    record Place(String job, String role, String party, String component) {}

    /** @param time of the last change, epoch milliseconds */
    record LogFile(String name, long size, long time) {}

    /** A part of a file; whoever goes on begins where it ends. */
    record Part(String text, long from, long to, long size) {}

    /** Where logs of a component are; empty if there are none on this machine. */
    Optional<Path> directory(Place place) {
        boolean plain = JobId.parse(place.job()).isPresent()
                && Stream.of(place.role(), place.party(), place.component())
                        .allMatch(name -> PLAIN.matcher(name).matches());
        return plain
                ? Optional.of(logs.resolve(place.job())
                                .resolve(place.role())
                                .resolve(place.party())
                                .resolve(place.component()))
                        .filter(Files::isDirectory)
                : Optional.empty();
    }

    List<LogFile> list(Place place) throws IOException {
        Optional<Path> directory = directory(place);
        if (directory.isEmpty()) {
            return List.of();
        }
        List<LogFile> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(directory.get(), MOST_DEPTH)) {
            for (Path file : (Iterable<Path>) found.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .limit(MOST_FILES)::iterator) {
                files.add(new LogFile(
                        directory.get().relativize(file).toString(),
                        Files.size(file),
                        Files.getLastModifiedTime(file).toMillis()));
            }
        }
        return files;
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
        Path file = directory(place).orElseThrow().resolve(name);
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long size = channel.size();
            long begin = from < 0 ? Math.max(0, size + from) : Math.min(from, size);
            channel.position(begin);
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(most, size - begin));
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // a channel may give less than there is
            }
            int skipped = from < 0 && begin > 0 ? afterLine(buffer, 0) : 0;
            int end = begin + buffer.position() < size ? lastLine(buffer, skipped) : buffer.position();
            String text = new String(buffer.array(), skipped, end - skipped, StandardCharsets.UTF_8);
            return Optional.of(new Part(text, begin + skipped, begin + end, size));
        }
    }

    private static int afterLine(ByteBuffer buffer, int from) {
        for (int i = from; i < buffer.position(); i++) {
            if (buffer.get(i) == '\n') {
                return i + 1;
            }
        }
        return from;
    }

    private static int lastLine(ByteBuffer buffer, int from) {
        for (int i = buffer.position(); i > from; i--) {
            if (buffer.get(i - 1) == '\n') {
                return i;
            }
        }
        return buffer.position();
    }
}
