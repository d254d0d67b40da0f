package io.fateflow.worker.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this machine calls itself. Names of servers and workers come from it, so two machines must not have the same: Java asks
 * the name service whether there is such a machine before it says the name, and many have one that is not known there.
 */
public final class HostName {

    private static final Path OF_LINUX = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    public static String get() {
        return get(OF_LINUX);
    }

    static String get(Path ofLinux) {
        try {
            return Files.readString(ofLinux).strip();
        } catch (IOException another) {
            return known();
        }
    }

    private static String known() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
