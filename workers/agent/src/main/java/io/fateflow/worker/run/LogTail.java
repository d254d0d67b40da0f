package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The last lines of a log, however long it is. */
public final class LogTail {

    private static final int MAX_BYTES = 4096;

    private LogTail() {}

    /** Empty if there is no log. */
    public static String of(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "";
        }
        try (SeekableByteChannel file = Files.newByteChannel(log)) {
            long start = Math.max(0, file.size() - MAX_BYTES);
            ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
            file.position(start).read(bytes);
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            return start == 0
                    ? text.strip()
                    : text.substring(text.indexOf('\n') + 1).strip();
        }
    }
}
