package io.fateflow.worker.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.jvm.HugePages;

/**
 * The built-in executor's command. Made to start fast: late compilation, one garbage collector thread, and classes from an
 * archive as soon as there is one.
 */
public final class JavaExecutor implements AutoCloseable {

    /** Of the module {@code executor}, which runs in a process of its own and is on its class path only. */
    private static final String MAIN = "io.fateflow.worker.executor.ExecutorMain";

    private static final long BESIDE_HEAP = 128L * 1024 * 1024;

    private static final Logger log = LoggerFactory.getLogger(JavaExecutor.class);

    private final ExecutorClasspath classpath;
    private final Path components;
    private final String heap;
    private final ClassArchive archive;

    private JavaExecutor(ExecutorClasspath classpath, Path components, String heap) {
        this.classpath = classpath;
        this.components = components;
        this.heap = heap;
        this.archive = new ClassArchive(classpath.directory());
    }

    /**
     * Copies the executor's jars to a directory, and starts to make the class archive in the background.
     *
     * @param directory for jars and archives, kept between starts
     * @param components a directory, which need not be there, with more jars: components of others
     * @param heap the executors' limit, as for {@code -Xmx}
     * @throws IOException if that can't be done, or executors would not find jars there
     */
    public static JavaExecutor install(Path directory, Path components, String heap) throws IOException {
        requireOneEntry(directory);
        requireOneEntry(components);
        JavaExecutor executor = new JavaExecutor(
                ExecutorClasspath.install(directory, System.getProperty("java.class.path", "")), components, heap);
        executor.prepareArchive();
        return executor;
    }

    private static void requireOneEntry(Path directory) throws IOException {
        if (directory.toAbsolutePath().toString().contains(File.pathSeparator)) {
            throw new IOException(
                    ("FFB-2067 Executors can't have jars in %s: to Java, '%s' separates directories. Choose another"
                                    + " (fate.worker.executor-directory, fate.home, --work-dir).")
                            .formatted(directory, File.pathSeparator));
        }
    }

    /**
     * The command without FATE's arguments.
     *
     * @param memory what all of the process may use, in bytes; 0 for the usual heap
     * @param processors how many threads it computes with; 0 for as many as the machine has
     */
    public List<String> command(long memory, int processors) {
        List<String> options = new ArrayList<>(List.of(memory > 0 ? "-Xmx" + heapOf(memory) : usualHeap()));
        if (processors > 0) {
            options.add("-XX:ActiveProcessorCount=" + processors);
        }
        if (Files.exists(archive.file())) {
            options.add("-XX:SharedArchiveFile=" + archive.file());
        }
        // behind the jars that the archive was made with: whatever follows them does not make it useless
        String all = Files.isDirectory(components)
                ? classpath.text()
                        + File.pathSeparator
                        + components.toAbsolutePath().resolve("*")
                : classpath.text();
        return command(all, options, List.of());
    }

    /**
     * What {@link #command} gives an attempt that asks for nothing, for executors that are started before it comes. Empty without the
     * archive, and where there are components of others: which jars those are is known at a start only.
     */
    public Optional<List<String>> commandAhead() {
        return hasArchive() && !Files.isDirectory(components) ? Optional.of(command(0, 0)) : Optional.empty();
    }

    /**
     * Copies the executor's jars to where a command of another process of this program names them, such as one on another machine; a
     * command that names none of them gets none.
     *
     * @throws IOException if they can't be copied, or that process is of another version
     */
    public static void provide(List<String> command) throws IOException {
        int option = command.indexOf("-cp");
        if (option < 0
                || option + 2 >= command.size()
                || !command.get(option + 2).equals(MAIN)) {
            return;
        }
        Path first = Path.of(command.get(option + 1).split(File.pathSeparator, 2)[0]);
        Path parent = first.getParent() == null ? null : first.getParent().getParent();
        if (parent == null || Files.exists(first)) {
            return;
        }
        ExecutorClasspath.install(parent, System.getProperty("java.class.path", ""));
        if (!Files.exists(first)) {
            throw new IOException("there is no " + first + ": the worker runs another version of this program");
        }
    }

    /** Tables are beside the heap, and so are classes, compiled code and threads, which take their part of a small one. */
    static long heapOf(long memory) {
        return Math.max(memory / 4, memory / 4 * 3 - BESIDE_HEAP);
    }

    private String usualHeap() {
        return "-Xmx" + heap;
    }

    /** Whether executors start from the archive by now. */
    public boolean hasArchive() {
        return Files.exists(archive.file());
    }

    @Override
    public void close() {
        archive.close();
    }

    private void prepareArchive() {
        try {
            archive.prepare((options, arguments) -> command(
                    classpath.text(),
                    Stream.concat(Stream.of(usualHeap()), options.stream()).toList(),
                    arguments));
        } catch (IOException e) {
            log.warn("no class archive for executors, they start more slowly", e);
        }
    }

    private List<String> command(String jars, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xshare:auto",
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off",
                // the best compiler, for long computations, but late: a short run costs no more than without it
                "-XX:CompileThresholdScaling=4",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Darrow.allocation.manager.type=Unsafe",
                "-Dslf4j.internal.verbosity=WARN"));
        command.addAll(HugePages.options());
        command.addAll(options);
        command.addAll(List.of("-cp", jars, MAIN));
        command.addAll(arguments);
        return command;
    }
}
