package io.fateflow.worker.process;

import com.sun.jna.Library;
import com.sun.jna.Native;

/** What this process has of memory outside of Java's heap. */
public final class NativeMemory {

    private NativeMemory() {}

    /** The GNU C library's call. */
    private interface LibC extends Library {
        int malloc_trim(long left);
    }

    /**
     * Gives back to the system what the C library keeps though nobody uses it: it keeps most of what the JVM's compilers had, which
     * need it for a moment and in many threads.
     *
     * @return whether there was something to give; false where the C library has no such call, too
     */
    public static boolean trim() {
        try {
            return Native.load("c", LibC.class).malloc_trim(0) != 0;
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            return false;
        }
    }
}
