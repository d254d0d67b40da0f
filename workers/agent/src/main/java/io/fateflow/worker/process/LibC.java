package io.fateflow.worker.process;

import java.util.Map;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;

/** Calls of Linux that Java has no words for. What fails throws, with the system's number of the error. */
interface LibC extends Library {

    int CLONE_NEWNET = 0x4000_0000;
    int O_CLOEXEC = 02_000_000;
    int O_PATH = 010_000_000;

    /** By processor, as {@code fcntl.h} has them: O_DIRECTORY, O_NOFOLLOW. */
    Map<String, int[]> FLAGS =
            Map.of("amd64", new int[] {0200_000, 0400_000}, "aarch64", new int[] {040_000, 0100_000});

    int open(String path, int flags) throws LastErrorException;

    int close(int file) throws LastErrorException;

    int unshare(int flags) throws LastErrorException;

    int setns(int file, int kind) throws LastErrorException;

    int socket(int domain, int type, int protocol) throws LastErrorException;

    int ioctl(int file, long request, byte[] argument) throws LastErrorException;

    /** @throws UnsatisfiedLinkError where there is no such library */
    static LibC load() {
        return Native.load("c", LibC.class);
    }

    /** Whether this program knows the numbers of this processor's calls. */
    static boolean isKnown() {
        return FLAGS.containsKey(System.getProperty("os.arch"));
    }

    static int directory() {
        return flags()[0];
    }

    static int noFollow() {
        return flags()[1];
    }

    private static int[] flags() {
        int[] flags = FLAGS.get(System.getProperty("os.arch"));
        if (flags == null) {
            throw new IllegalStateException("not known on " + System.getProperty("os.arch"));
        }
        return flags;
    }
}
