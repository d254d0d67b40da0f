package io.fateflow.webapp.model.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import io.fateflow.worker.digest.Sha256;

/**
 * A zip from outside. Nothing of it becomes a file: entries are read one by one, never beyond their limit, whatever the zip
 * says of their sizes; names are only looked up.
 */
final class BoundedZip implements Closeable {

    private static final int MOST_ENTRIES = 10_000;
    private static final int LONGEST_NAME = 500;

    private final ZipFile zip;
    private final Set<String> names;
    private final long largestFile;
    private final long largestArchive;

    private BoundedZip(ZipFile zip, Set<String> names, ModelProperties limits) {
        this.zip = zip;
        this.names = names;
        this.largestFile = limits.largestFile().toBytes();
        this.largestArchive = limits.largestArchive().toBytes();
    }

    /** @throws BadArchiveException if it is no zip, or has names that no archive of a model has */
    static BoundedZip open(Path file, ModelProperties limits) throws IOException {
        ZipFile zip;
        try {
            zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8);
        } catch (ZipException e) {
            throw new BadArchiveException("FFB-5251 The file is no whole zip archive: send what model/export gave.", e);
        }
        try {
            return new BoundedZip(zip, names(zip), limits);
        } catch (BadArchiveException e) {
            zip.close();
            throw e;
        }
    }

    private static Set<String> names(ZipFile zip) {
        if (zip.size() > MOST_ENTRIES) {
            throw new BadArchiveException(
                    "FFB-5252 The archive has %d files, %d are allowed.".formatted(zip.size(), MOST_ENTRIES));
        }
        Set<String> names = new HashSet<>();
        zip.stream().map(ZipEntry::getName).forEach(name -> {
            if (!isPlain(name) || !names.add(name)) {
                throw new BadArchiveException("FFB-5252 The archive has a file whose name leads elsewhere, is no plain"
                        + " text, or is there twice; no archive of a model has such.");
            }
        });
        return names;
    }

    private static boolean isPlain(String name) {
        return name.length() <= LONGEST_NAME
                && !name.startsWith("/")
                && name.chars().noneMatch(c -> c == '\\' || c == ':' || Character.isISOControl(c))
                && List.of(name.split("/", -1)).stream().noneMatch(step -> step.equals("..") || step.equals("."));
    }

    boolean has(String name) {
        return names.contains(name);
    }

    /** @throws BadArchiveException if it is not there, or is larger than files of models may be */
    byte[] read(String name) throws IOException {
        return find(name)
                .orElseThrow(() -> new BadArchiveException("FFB-5253 The archive has no file " + name
                        + "; export the model with FATE 1.7 or newer, or with this server."));
    }

    Optional<byte[]> find(String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null || entry.isDirectory()) {
            return Optional.empty();
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] content = in.readNBytes(Math.toIntExact(Math.min(largestFile + 1, Integer.MAX_VALUE - 8)));
            if (content.length > largestFile) {
                throw new BadArchiveException("FFB-5255 " + name + " has more than " + largestFile
                        + " bytes, which fate.models.largest-file allows.");
            }
            return Optional.of(content);
        } catch (ZipException e) {
            throw new BadArchiveException("FFB-5251 " + name + " is damaged in the archive: send it again.", e);
        }
    }

    /**
     * Reads all that is in it once, and holds it against the checksums, if it has any: FATE's have none.
     *
     * @throws BadArchiveException if a file is not as it was exported, or all of them are too large
     */
    void verify() throws IOException {
        Optional<byte[]> sums = find(ArchiveLayout.CHECKSUMS);
        Set<String> unchecked = new HashSet<>(names);
        unchecked.remove(ArchiveLayout.CHECKSUMS);
        unchecked.removeIf(name -> name.endsWith("/"));
        long total = 0;
        Set<String> expected = new HashSet<>();
        sums.ifPresent(text ->
                expected.addAll(new String(text, StandardCharsets.UTF_8).lines().toList()));
        for (String name : unchecked) {
            byte[] content = read(name);
            total += content.length;
            if (total > largestArchive) {
                throw new BadArchiveException("FFB-5255 The archive has more than " + largestArchive
                        + " bytes unpacked, which fate.models.largest-archive allows.");
            }
            if (sums.isPresent() && !expected.remove(Sha256.hex(content) + "  " + name)) {
                throw new BadArchiveException("FFB-5256 " + name + " is not what " + ArchiveLayout.CHECKSUMS
                        + " of the archive says: it was changed, or damaged on its way. Export the model again.");
            }
        }
        if (!expected.isEmpty()) {
            throw new BadArchiveException("FFB-5256 The archive lacks files that its " + ArchiveLayout.CHECKSUMS
                    + " has. Export the model again.");
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
