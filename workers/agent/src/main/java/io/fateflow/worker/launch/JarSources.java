package io.fateflow.worker.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import org.jspecify.annotations.Nullable;

/**
 * Finds the jars that an executor needs in the class path of this process, whether that is a list of jars, a build's
 * directories, or one jar with jars inside.
 */
final class JarSources {

    /** The module that has all others of an executor behind it; its build writes the list of them. */
    private static final String COMPONENTS = "components";

    private static final String LIST = "/io/fateflow/worker/component/executor-classpath.txt";
    private static final Path CLASSES = Path.of("target", "classes");
    private static final String NESTED = "BOOT-INF/lib/";
    private static final Pattern VERSIONED = Pattern.compile("(.+?)(-\\d[^/]*)?\\.jar");

    private final Map<String, JarSource> byArtifact = new TreeMap<>();

    private JarSources() {}

    /**
     * The sources, in the order of their names.
     *
     * @param classPath as in the system property {@code java.class.path}
     * @throws IOException if one is missing
     */
    static List<JarSource> find(String classPath) throws IOException {
        JarSources sources = all(classPath);
        List<JarSource> found = new ArrayList<>();
        for (String artifact : needed()) {
            found.add(sources.require(artifact, "the Java executor"));
        }
        return found;
    }

    /**
     * One jar of ours.
     *
     * @throws IOException if the class path has none of that name
     */
    static JarSource one(String classPath, String artifact) throws IOException {
        return all(classPath).require(artifact, "the worker");
    }

    private static JarSources all(String classPath) throws IOException {
        JarSources sources = new JarSources();
        for (Path entry : split(classPath).map(Path::of).toList()) {
            sources.look(entry);
        }
        return sources;
    }

    private JarSource require(String artifact, String whoever) throws IOException {
        JarSource source = byArtifact.get(artifact);
        if (source == null) {
            throw new IOException("the class path has no " + artifact + ", which " + whoever + " needs");
        }
        return source;
    }

    /** The artifacts of the executor; the build writes the list. */
    static List<String> needed() throws IOException {
        try (InputStream in = JarSources.class.getResourceAsStream(LIST)) {
            if (in == null) {
                throw new IOException(
                        "the class path has no " + COMPONENTS + " with " + LIST + "; build it with Maven");
            }
            String list = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return Stream.concat(
                            Stream.of(COMPONENTS),
                            Pattern.compile(":")
                                    .splitAsStream(list)
                                    .map(path -> artifact(path.substring(path.lastIndexOf('/') + 1))))
                    .toList();
        }
    }

    private void look(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            lookIntoDirectory(entry);
        } else if (isJar(entry)) {
            add(entry);
            try (JarFile zip = new JarFile(entry.toFile())) {
                lookForNested(entry, zip);
                lookAtNamed(entry, zip.getManifest());
            }
        }
    }

    private static boolean isJar(Path entry) {
        return entry.toString().endsWith(".jar") && Files.exists(entry);
    }

    private void add(Path jar) {
        String artifact = artifact(jar.getFileName().toString());
        byArtifact.putIfAbsent(artifact, new JarSource.PlainJar(artifact + ".jar", jar));
    }

    /** A module of ours in a build that has not packed it yet: its directory has its name. */
    private void lookIntoDirectory(Path directory) {
        if (directory.endsWith(CLASSES)) {
            String artifact = String.valueOf(
                    directory.toAbsolutePath().resolve("../..").normalize().getFileName());
            byArtifact.putIfAbsent(artifact, new JarSource.ClassDirectory(artifact + ".jar", directory));
        }
    }

    private void lookForNested(Path jar, JarFile zip) {
        for (ZipEntry entry : zip.stream().toList()) {
            if (entry.getName().startsWith(NESTED) && entry.getName().endsWith(".jar")) {
                String artifact = artifact(entry.getName().substring(NESTED.length()));
                byArtifact.putIfAbsent(
                        artifact, new JarSource.NestedJar(artifact + ".jar", jar, entry.getName(), entry.getCrc()));
            }
        }
    }

    /** As class loaders do, which look for no jars inside of these: of a program that is not one jar they are hundreds. */
    private void lookAtNamed(Path jar, @Nullable Manifest manifest) throws IOException {
        for (Path named : namedInManifest(jar, manifest)) {
            if (isJar(named)) {
                add(named);
                try (JarFile zip = new JarFile(named.toFile())) {
                    lookAtNamed(named, zip.getManifest());
                }
            }
        }
    }

    private static List<Path> namedInManifest(Path jar, @Nullable Manifest manifest) {
        String names = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        if (names == null) {
            return List.of();
        }
        return Pattern.compile(" +")
                .splitAsStream(names.strip())
                .filter(name -> name.endsWith(".jar") && !name.contains(":"))
                .map(name -> jar.toAbsolutePath().resolveSibling(name))
                .toList();
    }

    private static Stream<String> split(String classPath) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(classPath)
                .filter(entry -> !entry.isEmpty());
    }

    private static String artifact(String fileName) {
        Matcher matcher = VERSIONED.matcher(fileName);
        return matcher.matches() ? matcher.group(1) : fileName;
    }
}
