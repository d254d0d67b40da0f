package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import com.sun.jna.ptr.IntByReference;

/**
 * Starts a process in a session of its own by one call of the GNU C library. Java's way to the same executes {@code jspawnhelper} and
 * {@code setsid} before the program, which is a third of what it costs to start an executor: see {@code docs/adr/0054}.
 */
final class SessionSpawn {

    /** What is asked of the system beyond a {@code posix_spawn} of 2001, last what came last: in version 2.34. */
    private static final List<String> NEEDED =
            List.of("posix_spawn_file_actions_addchdir_np", "posix_spawn_file_actions_addclosefrom_np");

    /** More than any of its structures has, the largest 336 bytes. */
    private static final int ROOM = 1024;

    /** POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSID. */
    private static final short FLAGS = 0x08 | 0x80;

    /** O_WRONLY, O_CREAT, O_APPEND: the same on all processors that {@link LibC} knows. */
    private static final int TO_ITS_END = 01 | 0100 | 02000;

    private static final int FOR_ALL = 0666;

    private final Calls system;

    private SessionSpawn(Calls system) {
        this.system = system;
    }

    /** Each returns 0 or the number of the error, but {@code waitpid}. */
    interface Calls extends Library {

        int posix_spawnattr_init(Pointer attributes);

        int posix_spawnattr_setflags(Pointer attributes, short flags);

        int posix_spawnattr_setsigmask(Pointer attributes, Pointer signals);

        int posix_spawnattr_destroy(Pointer attributes);

        int sigemptyset(Pointer signals);

        int posix_spawn_file_actions_init(Pointer actions);

        int posix_spawn_file_actions_addopen(Pointer actions, int file, byte[] path, int flags, int mode);

        int posix_spawn_file_actions_adddup2(Pointer actions, int file, int copy);

        int posix_spawn_file_actions_addchdir_np(Pointer actions, byte[] path);

        int posix_spawn_file_actions_addclosefrom_np(Pointer actions, int first);

        int posix_spawn_file_actions_destroy(Pointer actions);

        int posix_spawnp(
                IntByReference pid,
                byte[] file,
                Pointer actions,
                Pointer attributes,
                StringArray arguments,
                StringArray environment);

        int waitpid(int pid, IntByReference status, int options);

        String strerror(int error);
    }

    /** Empty where the C library does not have what is needed, on processors whose numbers nobody has looked up, and without /proc. */
    static Optional<SessionSpawn> ofThisSystem() {
        if (!"Linux".equals(System.getProperty("os.name")) || !LibC.isKnown() || !ProcFs.isThere()) {
            return Optional.empty();
        }
        try {
            NEEDED.forEach(NativeLibrary.getInstance("c")::getFunction);
            return Optional.of(new SessionSpawn(Native.load("c", Calls.class)));
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            return Optional.empty();
        }
    }

    /**
     * Starts it, without input, and with no file of this process but what it prints to.
     *
     * @param directory where it runs
     * @param log is appended to
     * @throws IOException with what the system says
     */
    Process start(List<String> command, Path directory, Path log, Map<String, String> environment) throws IOException {
        StringArray arguments = strings(command);
        StringArray variables = strings(environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList());
        IntByReference pid = new IntByReference();
        try (Memory attributes = new Memory(ROOM);
                Memory actions = new Memory(ROOM);
                Memory noSignal = new Memory(ROOM)) {
            check(system.posix_spawnattr_init(attributes), directory);
            check(system.posix_spawn_file_actions_init(actions), directory);
            try {
                // the JVM's own threads have some blocked, which would stay so
                system.sigemptyset(noSignal);
                check(system.posix_spawnattr_setsigmask(attributes, noSignal), directory);
                check(system.posix_spawnattr_setflags(attributes, FLAGS), directory);
                addFiles(actions, directory, log);
                int error = system.posix_spawnp(pid, bytes(command.get(0)), actions, attributes, arguments, variables);
                check(error, directory);
            } finally {
                system.posix_spawn_file_actions_destroy(actions);
                system.posix_spawnattr_destroy(attributes);
            }
        }
        return new SpawnedProcess(pid.getValue(), system);
    }

    private void addFiles(Pointer actions, Path directory, Path log) throws IOException {
        check(system.posix_spawn_file_actions_addopen(actions, 0, bytes("/dev/null"), 0, 0), directory);
        check(
                system.posix_spawn_file_actions_addopen(actions, 1, bytes(log.toString()), TO_ITS_END, FOR_ALL),
                directory);
        check(system.posix_spawn_file_actions_adddup2(actions, 1, 2), directory);
        check(system.posix_spawn_file_actions_addchdir_np(actions, bytes(directory.toString())), directory);
        // Java opens files so that a program executed would have them
        check(system.posix_spawn_file_actions_addclosefrom_np(actions, 3), directory);
    }

    private void check(int error, Path directory) throws IOException {
        if (error != 0) {
            throw new IOException("cannot start a process in %s: %s".formatted(directory, system.strerror(error)));
        }
    }

    private static StringArray strings(List<String> texts) throws IOException {
        for (String text : texts) {
            if (text.indexOf('\0') >= 0) {
                throw new IOException("a NUL in an argument or a variable of a process: " + text.replace('\0', '?'));
            }
        }
        return new StringArray(texts.toArray(String[]::new), encoding());
    }

    private static byte[] bytes(String path) {
        return Native.toByteArray(path, encoding());
    }

    /** That of the names that Java itself gives to files: a command has such as arguments. */
    private static String encoding() {
        return System.getProperty("sun.jnu.encoding", "UTF-8");
    }
}
