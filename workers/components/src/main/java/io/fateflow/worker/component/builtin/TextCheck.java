package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Whether a file is text: which of its lines are no UTF-8, and where it has a character that no text has. Keeps none of it in
 * memory.
 */
final class TextCheck {

    private static final int BUFFER = 64 * 1024;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer decoded = CharBuffer.allocate(BUFFER);
    private long line = 1;
    private char before;
    private long unreadable;
    private long firstUnreadable;
    private long lastUnreadable;
    private long firstNul;

    private TextCheck() {}

    static TextCheck of(Path file) throws IOException {
        TextCheck check = new TextCheck();
        try (ReadableByteChannel bytes =
                Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            check.read(bytes);
        }
        return check;
    }

    /** How many lines are no UTF-8. */
    long unreadable() {
        return unreadable;
    }

    /** Counted from 1; 0 if there is none. */
    long firstUnreadable() {
        return firstUnreadable;
    }

    /** The first line with a NUL character; 0 if there is none. */
    long firstNul() {
        return firstNul;
    }

    private void read(ReadableByteChannel bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        for (boolean more = true; more; ) {
            more = bytes.read(buffer) >= 0;
            buffer.flip();
            decode(buffer, !more);
            buffer.compact();
        }
    }

    private void decode(ByteBuffer buffer, boolean last) {
        while (true) {
            CoderResult result = decoder.decode(buffer, decoded, last);
            look();
            if (result.isError()) {
                noteUnreadable();
                buffer.position(buffer.position() + result.length());
            } else if (result.isUnderflow()) {
                return;
            }
        }
    }

    private void look() {
        decoded.flip();
        while (decoded.hasRemaining()) {
            char next = decoded.get();
            boolean endsLine = next == '\n' ? before != '\r' : next == '\r';
            if (endsLine) {
                line++;
            } else if (next == '\0' && firstNul == 0) {
                firstNul = line;
            }
            before = next;
        }
        decoded.clear();
    }

    private void noteUnreadable() {
        if (firstUnreadable == 0) {
            firstUnreadable = line;
        }
        if (lastUnreadable != line) {
            unreadable++;
            lastUnreadable = line;
        }
    }
}
