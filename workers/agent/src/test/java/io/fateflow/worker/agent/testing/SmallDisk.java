package io.fateflow.worker.agent.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Assumptions;

/** A real file system of a few hundred kilobytes, in a mount namespace of its own, which goes with it. */
public final class SmallDisk implements AutoCloseable {

    private static final String MOUNT = "mount -t tmpfs -o size=\"$1\" tmpfs \"$2\" && echo mounted && exec cat";

    private final Process holder;
    private final Path root;

    private SmallDisk(Process holder, Path root) {
        this.holder = holder;
        this.root = root;
    }

    /**
     * Mounts it.
     *
     * @param place an empty directory; others go on seeing that
     * @throws RuntimeException that ends the test without a verdict, if this system lets nobody make a mount namespace
     */
    public static SmallDisk mount(Path place, int kilobytes) throws IOException {
        Process holder;
        try {
            holder = new ProcessBuilder(List.of(
                            "unshare", "-rm", "sh", "-c", MOUNT, "small-disk", kilobytes + "k", place.toString()))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException noUnshare) {
            return Assumptions.abort("no unshare here: " + noUnshare.getMessage());
        }
        String said =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (!"mounted".equals(said)) {
            holder.destroyForcibly();
            return Assumptions.abort("no mount namespace here: " + said);
        }
        Path seenFromHere = Path.of("/proc", Long.toString(holder.pid()), "root")
                .resolve(place.toAbsolutePath().toString().substring(1));
        return new SmallDisk(holder, seenFromHere);
    }

    public Path root() {
        return root;
    }

    /** Nothing can be written any more when this returns. */
    public void fill() throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(root.resolve("fill"))) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            if (!String.valueOf(full.getMessage()).contains("No space left on device")) {
                throw full;
            }
        }
    }

    @Override
    public void close() {
        holder.destroyForcibly();
    }
}
