package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.sun.jna.LastErrorException;

/**
 * A file that an executor with a user of its own has left. Whatever has that name may be a link to what only the worker may read, a
 * pipe that nobody ever writes to, or a device: only a plain file of that very user is opened.
 */
public final class LeftFile {

    private static final int NO_SUCH_FILE = 2;

    private LeftFile() {}

    /**
     * Opens it for reading.
     *
     * @param directory which the executor can't replace by another one
     * @param names of directories of the executor, and then of the file
     * @return empty if there is none
     * @throws IOException FFB-5249 if it is something else than a plain file of the user
     */
    public static Optional<FileChannel> open(int user, Path directory, String... names) throws IOException {
        LibC system = LibC.load();
        List<Integer> opened = new ArrayList<>();
        try {
            Path at = directory;
            for (int i = 0; i < names.length; i++) {
                int kind = i < names.length - 1 ? LibC.directory() : 0;
                // nothing is opened yet, so no pipe keeps anybody waiting
                int file = system.open(
                        at.resolve(names[i]).toString(), LibC.O_PATH | LibC.O_CLOEXEC | LibC.noFollow() | kind);
                opened.add(file);
                at = Path.of("/proc/self/fd", Integer.toString(file));
            }
            if (!Files.isRegularFile(at) || !Integer.valueOf(user).equals(Files.getAttribute(at, "unix:uid"))) {
                throw new IOException("FFB-5249 %s of the executor is not a plain file of its own user"
                        .formatted(String.join("/", names)));
            }
            return Optional.of(FileChannel.open(at, StandardOpenOption.READ));
        } catch (LastErrorException e) {
            if (e.getErrorCode() == NO_SUCH_FILE) {
                return Optional.empty();
            }
            throw new IOException(
                    "FFB-5249 %s of the executor cannot be opened: %s"
                            .formatted(String.join("/", names), e.getMessage()),
                    e);
        } finally {
            opened.forEach(system::close);
        }
    }
}
