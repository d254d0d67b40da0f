package io.fateflow.worker.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicLong;

import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.SiteServers;
import io.fateflow.worker.files.SiteFile;
import io.fateflow.worker.files.SiteFilesJson;
import io.fateflow.worker.files.SiteFilesJson.Listing;
import io.fateflow.worker.files.SiteFilesJson.Received;

/**
 * The calls that bring files from the site's servers and give them back. Content is streamed in memory of one buffer, and goes on
 * where it broke off; as long as it moves, nobody gives up.
 */
final class FileCalls {

    private static final int BUFFER = 256 * 1024;
    private static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;

    private final SiteServers servers;

    FileCalls(SiteServers servers) {
        this.servers = servers;
    }

    /** The content is not the one that the list has: it was replaced at the site, or broken on its way. */
    static final class ChangedException extends ExchangeException {

        private static final long serialVersionUID = 1;

        ChangedException(String message) {
            super(message);
        }
    }

    Listing list() throws IOException, InterruptedException {
        String what = "ask for this attempt's files";
        return servers.run(what, attempt -> {
            try (InputStream in = ok(servers.open(SiteFilesJson.FILES), what)) {
                return SiteFilesJson.readListing(in.readNBytes(MAX_ANSWER_BYTES));
            }
        });
    }

    /**
     * Gets a file's content.
     *
     * @param target has the beginning already, or nothing
     * @throws ChangedException if that is not to be had any more; the target is empty then
     */
    void get(SiteFile file, FileChannel target) throws IOException, InterruptedException {
        String what = "get " + file;
        MessageDigest digest = Sha256.digest();
        AtomicLong at = new AtomicLong(readAgain(file, target, digest));
        while (at.get() < file.size()) {
            servers.run(what, attempt -> {
                long before = at.get();
                try (InputStream in = from(before, file, what)) {
                    copy(in, file, target, digest, at);
                } catch (ExchangeException refused) {
                    throw refused;
                } catch (IOException broken) {
                    if (at.get() == before) {
                        throw broken;
                    }
                }
                if (at.get() == before) {
                    throw new IOException("the answer ended before it began");
                }
                return what;
            });
        }
        if (!Sha256.hex(digest).equals(file.sha256())) {
            target.truncate(0);
            throw new ChangedException("could not " + what + ": FFB-5244 its content is not the one that was listed");
        }
    }

    /** What somebody else got before; more than there is can't be a part of it. */
    private static long readAgain(SiteFile file, FileChannel target, MessageDigest digest) throws IOException {
        if (target.size() > file.size()) {
            target.truncate(0);
        }
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long at = 0;
        for (int read = target.read(buffer, at); read > 0; read = target.read(buffer.clear(), at)) {
            digest.update(buffer.flip());
            at += read;
        }
        return at;
    }

    private InputStream from(long offset, SiteFile file, String what) throws IOException {
        HttpURLConnection connection = servers.open(SiteFilesJson.CONTENT + names(file) + "&sha256=" + file.sha256());
        if (offset > 0) {
            connection.setRequestProperty("Range", "bytes=" + offset + "-");
        }
        if (connection.getResponseCode() == HttpURLConnection.HTTP_CONFLICT) {
            throw new ChangedException("could not " + what + ": " + SiteServers.errorText(connection));
        }
        InputStream in = ok(connection, what);
        boolean isRest = connection.getResponseCode() == HttpURLConnection.HTTP_PARTIAL;
        if (isRest != offset > 0) {
            in.close();
            throw new IOException("the server answers with another part of the file than was asked for");
        }
        return in;
    }

    private static void copy(InputStream in, SiteFile file, FileChannel target, MessageDigest digest, AtomicLong at)
            throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            try {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
                while (bytes.hasRemaining()) {
                    target.write(bytes, at.get() + bytes.position());
                }
            } catch (IOException disk) {
                throw new ExchangeException("could not keep " + file + " on this machine: " + disk.getMessage());
            }
            digest.update(buffer, 0, read);
            at.addAndGet(read);
        }
    }

    /**
     * Gives a file back. When this returns, it is in its place.
     *
     * @param content does not change meanwhile
     */
    void put(SiteFile file, Path content) throws IOException, InterruptedException {
        String what = "give back " + file;
        AtomicLong last = new AtomicLong(-1);
        boolean stored = false;
        while (!stored) {
            stored = servers.run(what, attempt -> {
                Received there = received(file, what);
                if (there.stored()) {
                    return true;
                }
                boolean moves = there.received() > last.getAndSet(there.received());
                try {
                    return putFrom(there.received(), file, content, what).stored();
                } catch (ExchangeException refused) {
                    throw refused;
                } catch (IOException broken) {
                    if (!moves) {
                        throw broken;
                    }
                    return false;
                }
            });
        }
    }

    private Received received(SiteFile file, String what) throws IOException {
        String path = SiteFilesJson.RECEIVED + names(file) + "&size=" + file.size() + "&sha256=" + file.sha256();
        try (InputStream in = ok(servers.open(path), what)) {
            return SiteFilesJson.readReceived(in.readNBytes(MAX_ANSWER_BYTES));
        }
    }

    private Received putFrom(long offset, SiteFile file, Path content, String what) throws IOException {
        HttpURLConnection connection = servers.open(SiteFilesJson.CONTENT + names(file) + "&size=" + file.size()
                + "&sha256=" + file.sha256() + "&offset=" + offset);
        connection.setRequestMethod("PUT");
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(file.size() - offset);
        connection.setRequestProperty("Content-Type", "application/octet-stream");
        try (InputStream in = Files.newInputStream(content);
                OutputStream out = connection.getOutputStream()) {
            in.skipNBytes(offset);
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        }
        try (InputStream answer = ok(connection, what)) {
            return SiteFilesJson.readReceived(answer.readNBytes(MAX_ANSWER_BYTES));
        }
    }

    private static InputStream ok(HttpURLConnection connection, String what) throws IOException {
        if (connection.getResponseCode() / 100 != 2) {
            throw SiteServers.refused(what, connection);
        }
        return connection.getInputStream();
    }

    private static String names(SiteFile file) {
        return "?kind=" + file.kind().wire() + "&namespace=" + encode(file.namespace()) + "&name="
                + encode(file.name());
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
