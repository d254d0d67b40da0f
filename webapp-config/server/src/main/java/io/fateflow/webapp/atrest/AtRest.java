package io.fateflow.webapp.atrest;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.webapp.atrest.AtRestProperties.OlderFiles;
import io.fateflow.webapp.atrest.AtRestProperties.PlainFiles;

/**
 * Encrypts what is kept, where the site has keys, and reads it. Whether a file is encrypted, and with which key, the file says. Safe for many
 * threads.
 */
public final class AtRest {

    private static final Logger LOG = LoggerFactory.getLogger(AtRest.class);

    private final @Nullable KeyFile keyFile;
    private final PlainFiles plainFiles;
    private final OlderFiles olderFiles;
    private final HomeLock replacing;
    private final KeptVersions versions;

    private AtRest(
            @Nullable KeyFile keyFile, PlainFiles plainFiles, OlderFiles olderFiles, Path lock, KeptVersions versions) {
        this.keyFile = keyFile;
        this.plainFiles = plainFiles;
        this.olderFiles = olderFiles;
        this.replacing = new HomeLock(lock);
        this.versions = versions;
    }

    /**
     * What the settings say.
     *
     * @param lock a file that all servers have which share the home
     * @param versions which files are the newest
     * @throws AtRestException FFB-5319 if there shall be keys, and the file has none
     */
    public static AtRest of(AtRestProperties properties, Path lock, KeptVersions versions) throws AtRestException {
        Path file = properties.keyFile();
        return file == null
                ? new AtRest(null, PlainFiles.READ, OlderFiles.READ, lock, KeptVersions.NONE)
                : new AtRest(new KeyFile(file), properties.plainFiles(), properties.olderFiles(), lock, versions);
    }

    /** A site without keys, which reads what is not encrypted, and locks nothing. */
    public static AtRest off() {
        return new AtRest(null, PlainFiles.READ, OlderFiles.READ, Path.of("at-rest.lock"), KeptVersions.NONE);
    }

    /** Changes which file has a name; where files may be encrypted anew at that moment, one at a time of all servers does so. */
    public <T> T replacing(HomeLock.Work<T> work) throws IOException {
        return isOn() ? replacing.during(work) : work.run();
    }

    /** Whether what is kept from now on is encrypted. */
    public boolean isOn() {
        return keyFile != null;
    }

    /** The id of the key that encrypts; empty if none does. */
    public Optional<String> key() {
        return keys().map(keys -> keys.first().id());
    }

    /** Whether the site has a key. */
    public boolean has(String keyId) {
        return keys().flatMap(keys -> keys.find(keyId)).isPresent();
    }

    Optional<SiteKeys> keys() {
        return Optional.ofNullable(keyFile).map(KeyFile::keys);
    }

    String keyFile() {
        return String.valueOf(keyFile);
    }

    /** Encrypts what is written next, if the site has keys; whole once it is closed, which leaves the target open. */
    public OutputStream encrypting(OutputStream target, KeptFile kept) throws IOException {
        SiteKeys keys = keys().orElseThrow(() -> new IllegalStateException("this site has no keys"));
        return new FileCipher(keys.first(), kept).encrypting(target);
    }

    /**
     * Writes a content encrypted into a new file, forced to the disk.
     *
     * @param plain is read to its end; there is something in it
     */
    public void encrypt(InputStream plain, Path target, KeptFile kept) throws IOException {
        try (FileChannel file = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            OutputStream buffered = new BufferedOutputStream(Channels.newOutputStream(file), FileCipher.BLOCK);
            try (OutputStream encrypting = encrypting(buffered, kept)) {
                byte[] buffer = new byte[FileCipher.BLOCK];
                for (int read = plain.read(buffer); read >= 0; read = plain.read(buffer)) {
                    encrypting.write(buffer, 0, read);
                }
            }
            buffered.flush();
            file.force(true);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    /**
     * An encrypted file is about to take its place; from then on older ones are found there.
     *
     * @return what it is known by
     */
    public String expect(KeptFile kept, Path encrypted, KeptVersions.There there) throws IOException {
        String version = versionOf(encrypted).orElseThrow(() -> new IOException(encrypted + " is not encrypted"));
        versions.expect(kept.place(), version, there);
        return version;
    }

    /** Has a file that was expected take its place, one at a time of all servers; those before it are older then. */
    public boolean replace(KeptFile kept, String version, KeptVersions.Replacement work) throws IOException {
        return versions.replace(kept.place(), version, () -> replacing(work::run));
    }

    /** A file that was expected never takes its place. */
    public void forget(KeptFile kept, String version) {
        versions.forget(kept.place(), version);
    }

    /** Nothing is in its place any more. */
    public void forgetAll(KeptFile kept) {
        versions.forgetAll(kept.place());
    }

    /** Takes a file for the newest of its place, if it is not known which is, or if whatever is there shall be read. */
    public void accept(KeptFile kept, Path file) throws IOException {
        versionOf(file).ifPresent(version -> versions.accept(kept.place(), version, olderFiles == OlderFiles.READ));
    }

    /**
     * Opens the content of a file, encrypted or not.
     *
     * @throws AtRestException if its key is missing, it is plain and may not be, or was replaced and is back (FFB-5328); what does not fit
     *     is found as it is read (FFB-5321)
     */
    public SeekableByteChannel open(Path file, KeptFile kept) throws IOException {
        try {
            return open(Files.newByteChannel(file), kept);
        } catch (AtRestException e) {
            if (!e.isOfOlderFile()) {
                throw e;
            }
            // if it was replaced between both looks, another one is there by now
            return open(Files.newByteChannel(file), kept);
        }
    }

    /** The same of what is opened already, at its beginning; closed with the answer, or now if that fails. */
    public SeekableByteChannel open(SeekableByteChannel stored, KeptFile kept) throws IOException {
        try {
            Optional<FileHead> head = FileHead.read(stored);
            if (head.isPresent()) {
                String keyId = head.get().keyId();
                demandNewest(stored, kept, keyId);
                return new DecryptedChannel(stored, new FileCipher(required(keyId, kept), kept), kept, keyId);
            }
            if (isOn() && plainFiles == PlainFiles.REFUSE) {
                throw AtRestException.plain(kept.shown());
            }
            return stored;
        } catch (IOException | RuntimeException e) {
            stored.close();
            throw e;
        }
    }

    private void demandNewest(SeekableByteChannel stored, KeptFile kept, String keyId) throws IOException {
        Optional<String> version = FileVersion.read(stored);
        if (version.isPresent() && !versions.mayBe(kept.place(), version.get())) {
            AtRestException older = AtRestException.older(kept.shown(), keyId);
            if (olderFiles == OlderFiles.REFUSE) {
                throw older;
            }
            LOG.warn("{} It is read, as that is so.", older.getMessage());
        }
    }

    private SiteKey required(String keyId, KeptFile kept) throws AtRestException {
        SiteKeys keys = keys().orElse(null);
        if (keys == null) {
            throw AtRestException.noKey(kept.shown(), keyId);
        }
        SiteKey key = keys.find(keyId).orElse(null);
        if (key == null) {
            throw AtRestException.unknownKey(kept.shown(), keyId, keyFile(), keys.ids());
        }
        return key;
    }

    /** With which key a file is encrypted; empty if it is not. */
    public static Optional<String> keyOf(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return FileHead.read(channel).map(FileHead::keyId);
        }
    }

    /** What tells an encrypted file from all others; empty if it is not encrypted. */
    public static Optional<String> versionOf(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return versionOf(channel);
        }
    }

    /** The same of what is opened already; leaves it at its beginning. */
    public static Optional<String> versionOf(SeekableByteChannel stored) throws IOException {
        return FileVersion.read(stored);
    }

    /** The same of what is read from its beginning on. */
    public static Optional<String> versionOf(InputStream stored) throws IOException {
        return FileVersion.of(stored.readNBytes(FileVersion.BEGINNING));
    }
}
