package io.fateflow.webapp.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.fateflow.webapp.fault.Fault.Kind;
import io.fateflow.webapp.fault.FaultyWire.Mishap;

/** One connection over a faulty wire. */
final class WireConnection {

    private static final int PIECE = 16 * 1024;

    private final FaultyWire wire;
    private final Socket client;
    private final Socket server;
    private final Fault fault;
    private final int madeSince;
    private @Nullable Socket second;
    private @Nullable ByteArrayOutputStream copy;
    private volatile boolean answerIsLost;
    private volatile boolean answersVanish;

    WireConnection(FaultyWire wire, Socket client, Socket server, Fault fault) throws IOException {
        this.wire = wire;
        this.client = client;
        this.server = server;
        this.fault = fault;
        this.madeSince = wire.healings();
        if (fault.is(Kind.DOUBLES)) {
            second = wire.aside();
        }
    }

    /** Carries what the client sends, until one side ends. */
    void up() {
        byte[] buffer = new byte[PIECE];
        long count = 0;
        try {
            InputStream in = client.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                int passed = (int) Math.min(read, fault.after(Kind.CUTS) - count);
                answersVanish = count + passed >= fault.after(Kind.LOSES_ANSWERS);
                if (count >= fault.after(Kind.HOLDS)) {
                    wire.holdSince(madeSince);
                }
                if (count + passed <= fault.after(Kind.SWALLOWS)) {
                    pass(Arrays.copyOf(buffer, passed));
                }
                count += passed;
                if (count >= fault.after(Kind.CUTS)) {
                    break;
                }
            }
        } catch (IOException e) {
            // one side has gone, and so does the other
        } finally {
            end();
        }
    }

    private void pass(byte[] piece) throws IOException {
        Optional<Mishap> mishap = wire.mishap(new String(piece, StandardCharsets.ISO_8859_1));
        if (mishap.filter(Mishap.LOSES_ANSWER::equals).isPresent()) {
            answerIsLost = true;
        } else if (mishap.filter(Mishap.DOUBLES::equals).isPresent() && second == null) {
            second = wire.aside();
        } else if (mishap.filter(Mishap.COPIES::equals).isPresent()) {
            copy = wire.copy();
        }
        wire.holdWhatIsTooMuch();
        if (copy != null) {
            copy.writeBytes(piece);
        }
        server.getOutputStream().write(piece);
        if (second != null) {
            second.getOutputStream().write(piece);
        }
        wire.passed(piece.length);
    }

    /** Carries what the server answers, until one side ends. */
    void back() {
        byte[] buffer = new byte[PIECE];
        try {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            if (fault.is(Kind.HOLDS_ANSWERS)) {
                wire.holdSince(madeSince);
            }
            for (int read = in.read(buffer); read >= 0 && !answerIsLost; read = in.read(buffer)) {
                if (!answersVanish) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // one side has gone, and so does the other
        } finally {
            end();
        }
    }

    private void end() {
        wire.end(client, server);
        if (second != null) {
            wire.end(second);
        }
    }
}
