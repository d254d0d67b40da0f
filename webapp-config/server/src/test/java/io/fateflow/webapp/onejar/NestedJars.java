package io.fateflow.webapp.onejar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A jar with jars inside, as Spring Boot makes it, and what its launcher loads classes by. */
final class NestedJars {

    private final Map<String, byte[]> jars = new LinkedHashMap<>();

    static String name(String jar) {
        return "BOOT-INF/lib/" + jar;
    }

    /** @param entries by name; one that ends with a slash is a directory */
    NestedJars with(String jar, Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                write(out, entry.getKey(), entry.getValue(), entry.getKey().endsWith(".stored"));
            }
            out.setComment("of " + jar);
        }
        jars.put(name(jar), bytes.toByteArray());
        return this;
    }

    /** @param stored whether the jars within are as they are, as Spring Boot has them */
    Path write(Path file, boolean stored) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            write(out, "BOOT-INF/", new byte[0], false);
            for (Map.Entry<String, byte[]> jar : jars.entrySet()) {
                write(out, jar.getKey(), jar.getValue(), stored);
            }
        }
        return file;
    }

    List<String> names() {
        return List.copyOf(jars.keySet());
    }

    byte[] bytes(String jar) {
        return Objects.requireNonNull(jars.get(name(jar)));
    }

    /** As the launcher has it. Its URLs lead nowhere. */
    URLClassLoader loader(Path file) throws IOException {
        URLStreamHandler none = new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) throws IOException {
                throw new IOException("not opened: " + url);
            }
        };
        List<URL> urls = new ArrayList<>();
        for (String name : names()) {
            urls.add(new URL(null, "jar:nested:" + file.toUri().getRawPath() + "/!" + name + "!/", none));
        }
        return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void write(ZipOutputStream out, String name, byte[] bytes, boolean stored) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        if (stored) {
            CRC32 sum = new CRC32();
            sum.update(bytes);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCrc(sum.getValue());
        }
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
