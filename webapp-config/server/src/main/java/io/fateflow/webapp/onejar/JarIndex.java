package io.fateflow.webapp.onejar;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

import org.jspecify.annotations.Nullable;

/** What is in the jars within a jar, as {@code java.util.jar} would find it in each: also in those that have more than one version. */
final class JarIndex {

    private static final int JAVA = Runtime.version().feature();
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    /** Of what is for another Java than this one, or stands in a directory for versions by chance. */
    private static final byte NEVER = Byte.MAX_VALUE;

    private final RandomAccessFile file;
    private final List<ZipDirectory> jars;

    /** By the hash of a name: one more than the place of its entry in the lists below. They are numbers, as there are 85,000 entries. */
    private final int[] table;

    private final long[] hashes;
    private final short[] jar;
    private final int[] header;
    private final int[] packed;
    private final int[] size;
    private final boolean[] deflated;
    private final byte[] version;
    private int count;

    private JarIndex(RandomAccessFile file, List<ZipDirectory> jars) {
        this.file = file;
        this.jars = jars;
        int all = jars.stream().mapToInt(ZipDirectory::count).sum();
        this.table = new int[Integer.highestOneBit(Math.max(1, all)) * 4];
        this.hashes = new long[all];
        this.jar = new short[all];
        this.header = new int[all];
        this.packed = new int[all];
        this.size = new int[all];
        this.deflated = new boolean[all];
        this.version = new byte[all];
    }

    /**
     * An entry of a jar.
     *
     * @param jar its place in the list of jars
     * @param header where its local header is, from the beginning of the jar
     * @param packed its bytes in the file
     * @param size its bytes
     * @param version of Java from which on it counts; 0 if it always does
     */
    record Entry(int jar, int header, int packed, int size, boolean deflated, int version) {}

    /**
     * Reads the jars' directories.
     *
     * @param names of jars in the file; one that ends with a slash is a directory there, and counts as a jar of what is below it
     * @return empty if one of them is not there as it is, but compressed
     */
    static Optional<JarIndex> of(RandomAccessFile file, List<String> names) throws IOException {
        Map<String, ZipDirectory> found = new HashMap<>();
        ZipDirectory outer = ZipDirectory.of(file, 0, file.length());
        outer.forEach((name, header, packed, size, deflated) -> {
            String text = name.text();
            if (!deflated && text.endsWith(".jar")) {
                long begin = outer.begin(file, header);
                found.put(text, ZipDirectory.of(file, begin, begin + packed));
            }
        });
        List<ZipDirectory> jars = new ArrayList<>();
        for (String name : names) {
            ZipDirectory jar = name.endsWith("/") ? outer.below(name) : found.get(name);
            if (jar == null) {
                return Optional.empty();
            }
            jars.add(jar);
        }
        JarIndex index = new JarIndex(file, jars);
        index.fill();
        return Optional.of(index);
    }

    private void fill() throws IOException {
        for (int number = 0; number < jars.size(); number++) {
            short one = (short) number;
            int before = count;
            jars.get(number).forEach((name, at, bytes, whole, small) -> {
                jar[count] = one;
                header[count] = at;
                packed[count] = bytes;
                size[count] = whole;
                deflated[count] = small;
                version[count] = (byte) Math.min(name.version(), NEVER);
                add(name.hash());
            });
            jars.get(number).forget();
            if (hasVersions(before) && !isMultiRelease(number)) {
                for (int entry = before; entry < count; entry++) {
                    version[entry] = version[entry] == 0 ? 0 : NEVER;
                }
            }
        }
    }

    private boolean hasVersions(int from) {
        for (int entry = from; entry < count; entry++) {
            if (version[entry] != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isMultiRelease(int jar) throws IOException {
        return Boolean.parseBoolean(manifest(jar).getMainAttributes().getValue(Attributes.Name.MULTI_RELEASE));
    }

    private void add(long hash) {
        int slot = slot(hash);
        while (table[slot] != 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        hashes[count] = hash;
        count++;
        table[slot] = count;
    }

    private int slot(long hash) {
        return (int) (hash ^ (hash >>> 32)) & (table.length - 1);
    }

    /** The entry of that name in the first jar that has one; null if none has. */
    @Nullable
    Entry first(String name) {
        Entry best = null;
        for (Entry entry : all(name)) {
            if (best == null
                    || entry.jar() < best.jar()
                    || (entry.jar() == best.jar() && entry.version() > best.version())) {
                best = entry;
            }
        }
        return best;
    }

    /** The jars that have an entry of that name, or a directory, in their order; not those that have it for some versions only. */
    SortedSet<Integer> jars(String name) {
        SortedSet<Integer> found = new TreeSet<>();
        for (String either : new String[] {name, name + '/'}) {
            for (Entry entry : all(either)) {
                if (entry.version() == 0) {
                    found.add(entry.jar());
                }
            }
        }
        return found;
    }

    private List<Entry> all(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        long hash = ZipDirectory.Name.hash(bytes, 0, bytes.length);
        List<Entry> all = new ArrayList<>(1);
        for (int slot = slot(hash); table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            int one = table[slot] - 1;
            if (hashes[one] == hash && version[one] <= JAVA) {
                all.add(new Entry(jar[one], header[one], packed[one], size[one], deflated[one], version[one]));
            }
        }
        return all;
    }

    /** Of one of the jars; empty if it has none. */
    Manifest manifest(int jar) throws IOException {
        for (Entry entry : all(MANIFEST)) {
            if (entry.jar() == jar) {
                return new Manifest(new ByteArrayInputStream(read(entry)));
            }
        }
        return new Manifest();
    }

    byte[] read(Entry entry) throws IOException {
        byte[] packed = new byte[entry.packed()];
        synchronized (file) {
            file.seek(jars.get(entry.jar()).begin(file, entry.header()));
            file.readFully(packed);
        }
        if (!entry.deflated()) {
            return packed;
        }
        byte[] content = new byte[entry.size()];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            int length = 0;
            while (length < content.length) {
                int more = inflater.inflate(content, length, content.length - length);
                if (more == 0) {
                    throw new EOFException("an entry ends early");
                }
                length += more;
            }
            return content;
        } catch (DataFormatException e) {
            throw new ZipException(Objects.toString(e.getMessage()));
        } finally {
            inflater.end();
        }
    }
}
