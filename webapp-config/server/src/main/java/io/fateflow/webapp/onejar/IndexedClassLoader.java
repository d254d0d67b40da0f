package io.fateflow.webapp.onejar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Finds classes in some three hundred jars within one jar by an index of all of them. Spring Boot's own loader asks one jar after the
 * other, each time: of a server's start that was a quarter. What is found, and in which order, is the same.
 */
final class IndexedClassLoader extends URLClassLoader {

    private static final Pattern NESTED = Pattern.compile("jar:nested:(.+)/!(.+(?:\\.jar|/))!/");

    /** Of these letters a name stands in a URL as it is. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_$.-][A-Za-z0-9_$./-]*");

    /** What is larger is not read at once. */
    private static final int MOST_BYTES = 1 << 20;

    static {
        registerAsParallelCapable();
    }

    private final URL[] urls;
    private final CodeSource[] sources;
    private final JarIndex index;
    private final ConcurrentMap<Integer, Manifest> manifests = new ConcurrentHashMap<>();

    private IndexedClassLoader(URL[] urls, ClassLoader parent, JarIndex index) {
        super(urls, parent);
        this.urls = urls.clone();
        this.index = index;
        this.sources = new CodeSource[urls.length];
        for (int jar = 0; jar < urls.length; jar++) {
            sources[jar] = new CodeSource(urls[jar], (CodeSigner[]) null);
        }
    }

    /**
     * A loader to be used instead of Spring Boot's.
     *
     * @return empty if that is none of one jar with all others inside, as they are
     */
    static Optional<ClassLoader> instead(ClassLoader loader) {
        if (!(loader instanceof URLClassLoader usual)) {
            return Optional.empty();
        }
        URL[] urls = usual.getURLs();
        String outer = null;
        List<String> names = new ArrayList<>();
        for (URL url : urls) {
            Matcher nested = NESTED.matcher(url.toString());
            if (!nested.matches() || (outer != null && !outer.equals(nested.group(1)))) {
                return Optional.empty();
            }
            outer = nested.group(1);
            names.add(nested.group(2));
        }
        return outer == null
                ? Optional.empty()
                : index(outer, names).map(index -> new IndexedClassLoader(urls, loader.getParent(), index));
    }

    private static Optional<JarIndex> index(String outer, List<String> names) {
        try {
            // not closed: it is read from as long as the process lives
            return JarIndex.of(
                    new RandomAccessFile(Path.of(URI.create("file:" + outer)).toFile(), "r"), names);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        JarIndex.Entry entry = index.first(name.replace('.', '/') + ".class");
        if (entry == null) {
            throw new ClassNotFoundException(name);
        }
        try {
            byte[] content = index.read(entry);
            definePackageOf(name, entry.jar());
            return defineClass(name, content, 0, content.length, sources[entry.jar()]);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private void definePackageOf(String className, int jar) throws IOException {
        int end = className.lastIndexOf('.');
        String name = end < 0 ? "" : className.substring(0, end);
        if (end < 0 || getDefinedPackage(name) != null) {
            return;
        }
        try {
            definePackage(name, manifest(jar), urls[jar]);
        } catch (IllegalArgumentException definedMeanwhile) {
            // by another thread, which has done the same
        }
    }

    private Manifest manifest(int jar) throws IOException {
        Manifest known = manifests.get(jar);
        if (known != null) {
            return known;
        }
        Manifest manifest = index.manifest(jar);
        manifests.put(jar, manifest);
        return manifest;
    }

    @Override
    public @Nullable URL findResource(String name) {
        if (!PLAIN.matcher(name).matches()) {
            return super.findResource(name);
        }
        SortedSet<Integer> jars = index.jars(name);
        return jars.isEmpty() ? null : url(jars.first(), name);
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        if (!PLAIN.matcher(name).matches()) {
            return super.findResources(name);
        }
        List<URL> all = new ArrayList<>();
        for (int jar : index.jars(name)) {
            all.add(url(jar, name));
        }
        return Collections.enumeration(all);
    }

    private URL url(int jar, String name) {
        try {
            return new URL(urls[jar], name);
        } catch (MalformedURLException e) {
            throw new IllegalStateException(name, e);
        }
    }

    /** As it would come from the resource's URL. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        JarIndex.Entry entry = name.endsWith("/") ? null : index.first(name);
        if (entry == null || entry.size() > MOST_BYTES || getParent().getResource(name) != null) {
            return super.getResourceAsStream(name);
        }
        try {
            return new ByteArrayInputStream(index.read(entry));
        } catch (IOException e) {
            return super.getResourceAsStream(name);
        }
    }
}
