package io.fateflow.tools.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/** Finds ports on loopback that nobody listens on; each is given out once. */
public final class FreePorts {

    private static final int TRIED = 40;

    private final Set<Integer> given = new HashSet<>();

    /** @throws IOException if this one and the next ones are all taken */
    public int from(int usual) throws IOException {
        for (int candidate = usual; candidate < usual + TRIED; candidate++) {
            if (!given.contains(candidate) && isFree(candidate)) {
                given.add(candidate);
                return candidate;
            }
        }
        throw new IOException(
                "No port from " + usual + " to " + (usual + TRIED - 1) + " is free; say where to begin with --port");
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
