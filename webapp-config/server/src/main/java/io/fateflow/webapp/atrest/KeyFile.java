package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file with the site's keys. It is looked at each time that a key is needed, so that keys change without a restart. One that can't be read any
 * more leaves those that were read before.
 */
final class KeyFile {

    private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);

    private final Path file;
    private Looks looks;
    private SiteKeys keys;

    /** What tells a file from the one before. */
    private record Looks(FileTime modified, long size, String key) {

        static final Looks NONE = new Looks(FileTime.fromMillis(0), -1, "");

        static Looks of(Path file) throws IOException {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new Looks(now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey()));
        }
    }

    /** @throws AtRestException FFB-5319 if it can't be read, or is no key file */
    KeyFile(Path file) throws AtRestException {
        this.file = file;
        try {
            this.looks = Looks.of(file);
            this.keys = read();
        } catch (IOException | IllegalArgumentException e) {
            throw AtRestException.keyFile(file, e);
        }
        LOG.info("What is kept is encrypted with key {}; keys of {}: {}", keys.first(), file, keys.ids());
    }

    private SiteKeys read() throws IOException {
        return SiteKeys.parse(Files.readAllLines(file));
    }

    synchronized SiteKeys keys() {
        Looks now;
        try {
            now = Looks.of(file);
        } catch (IOException gone) {
            now = Looks.NONE;
        }
        if (!now.equals(looks)) {
            looks = now;
            readAgain();
        }
        return keys;
    }

    private void readAgain() {
        try {
            keys = read();
            LOG.info("{} has changed: key {} encrypts from now on; keys: {}", file, keys.first(), keys.ids());
        } catch (IOException | IllegalArgumentException e) {
            LOG.error(
                    "{} The keys that were read before are used on.",
                    AtRestException.keyFile(file, e).getMessage());
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
