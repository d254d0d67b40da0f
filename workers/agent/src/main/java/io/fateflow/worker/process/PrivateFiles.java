package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

import com.sun.jna.Library;
import com.sun.jna.Native;

/** What only this process's own user may read: keys, hashes, logs, and the data of organisations. */
public final class PrivateFiles {

    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final int UMASK = 0077;

    private PrivateFiles() {}

    /** The C library's call for what new files may be to others. */
    private interface LibC extends Library {
        int umask(int mask);
    }

    /**
     * From now on all files of this process, and of those that it starts, are its user's alone. For the program's own main: it
     * counts for the whole process.
     *
     * @return false where that can't be said; then only directories keep others out
     */
    public static boolean fromNowOn() {
        try {
            Native.load("c", LibC.class).umask(UMASK);
            return true;
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            return false;
        }
    }

    /**
     * Makes a directory that is closed to others, or closes one that is there.
     *
     * @return whether one that was there had been open to others
     * @throws IOException if it can't be made, or is somebody else's and open
     */
    public static boolean directory(Path directory) throws IOException {
        if (!isPosix(directory)) {
            Files.createDirectories(directory);
            return false;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(directory, only(DIRECTORY));
            return false;
        } catch (FileAlreadyExistsException e) {
            return close(directory);
        }
    }

    private static boolean close(Path directory) throws IOException {
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(directory);
        EnumSet<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
        kept.addAll(found);
        kept.retainAll(DIRECTORY);
        if (kept.equals(found)) {
            return false;
        }
        try {
            Files.setPosixFilePermissions(directory, kept);
        } catch (IOException e) {
            throw new IOException(
                    "FFB-5218 the directory %s is open to other users (%s), belongs to %s, and can't be closed%nWhat to do:"
                                    .formatted(
                                            directory, PosixFilePermissions.toString(found), Files.getOwner(directory))
                            + " let its owner run chmod 700 on it, or give another directory",
                    e);
        }
        return true;
    }

    /** Writes a file anew that nobody else could read at any time. */
    public static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        if (isPosix(file)) {
            Files.createFile(file, only(FILE));
        }
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Has others read a file of the program, or enter a directory of it, whatever this process's other files are.
     *
     * @param permissions as {@code ls} shows them
     */
    public static void open(Path file, String permissions) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        }
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<Set<PosixFilePermission>> only(Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }
}
