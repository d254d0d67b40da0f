package io.fateflow.worker.crypto.psi;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import org.jspecify.annotations.Nullable;

/** The function of libsodium that is used, under its name in the library; what it is given is checked by the caller. */
@SuppressWarnings("MemberName")
final class LibSodium {

    /** JNA's names of machines, and where the jar has the library for them. */
    private static final Map<String, String> LIBRARIES = Map.of(
            "linux-x86-64", "/linux64/libsodium.so",
            "linux-aarch64", "/arm64/libsodium.so",
            "darwin-x86-64", "/mac/intel/libsodium.dylib",
            "darwin-aarch64", "/mac/aarch64/libsodium.dylib");

    private LibSodium() {}

    /** Loads the library that comes along; returns why that was not possible, or nothing. To be called once. */
    static @Nullable String load() {
        String resource = LIBRARIES.get(Platform.RESOURCE_PREFIX);
        if (resource == null) {
            return "there is none for " + Platform.RESOURCE_PREFIX;
        }
        try {
            File file = Native.extractFromResourcePath(resource, LibSodium.class.getClassLoader());
            Native.register(LibSodium.class, NativeLibrary.getInstance(file.getPath()));
            // what was unpacked is named so; what is loaded needs its file no more
            if (file.getName().startsWith("jna")) {
                Files.deleteIfExists(file.toPath());
            }
            return sodium_init() < 0 ? "it does not start" : null;
        } catch (IOException | LinkageError unavailable) {
            return String.valueOf(unavailable.getMessage()).lines().findFirst().orElse("no reason given");
        }
    }

    /** Negative if the library can't be used. */
    static native int sodium_init();

    /** All of 32 bytes; other than zero if the product is zero. */
    static native int crypto_scalarmult_curve25519(byte[] product, byte[] scalar, byte[] point);
}
