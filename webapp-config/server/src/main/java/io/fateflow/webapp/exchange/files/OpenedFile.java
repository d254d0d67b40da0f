package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;

import org.springframework.core.io.AbstractResource;

/** Bytes that were opened, of which an answer has all or the range that was asked for; closed with its stream. */
final class OpenedFile extends AbstractResource {

    private final SeekableByteChannel bytes;

    OpenedFile(SeekableByteChannel bytes) {
        this.bytes = bytes;
    }

    @Override
    public long contentLength() throws IOException {
        return bytes.size();
    }

    @Override
    public boolean exists() {
        return true;
    }

    @Override
    public InputStream getInputStream() {
        return Channels.newInputStream(bytes);
    }

    @Override
    public String getDescription() {
        return "a file of the site";
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
