package io.fateflow.worker.storage;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a database is. Its parts become part of a driver's URL, so that they are names and nothing else: no list of hosts, no
 * property of a driver, no path.
 *
 * @param host a name or an address; an IPv6 address between brackets
 * @param port 1 to 65535
 * @param database empty as long as nobody has named one
 */
public record StorageServer(StorageEngine engine, String host, int port, String database) {

    private static final Pattern HOST =
            Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}]");
    private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_$-]{0,64}");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int LAST_PORT = 65_535;

    /** @throws IllegalArgumentException naming the part that can't be one */
    public StorageServer {
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("host is a name or an address, without port or anything else");
        }
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("port is a number from 1 to " + LAST_PORT);
        }
        if (!DATABASE.matcher(database).matches()) {
            throw new IllegalArgumentException("db is at most 64 letters, digits, and _ $ -");
        }
    }

    /** The same server with the database that a table is in. */
    public StorageServer with(String other) {
        return new StorageServer(engine, host, port, other);
    }

    /** Whether nobody is on the way to it. */
    public boolean isOnThisMachine() {
        return LOOPBACK.contains(host);
    }
}
