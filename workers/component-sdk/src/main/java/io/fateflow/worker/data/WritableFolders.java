package io.fateflow.worker.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The folders of this machine in which tables may become files. Whoever names a file is not whoever may write it: a name
 * leads to a place only inside one of these, without links on the way.
 *
 * @param folders absolute; none allows nothing
 */
public record WritableFolders(List<Path> folders) {

    private static final String REMEDY = "\nWhat to do: name a file in one of the folders that an operator has put into"
            + " fate.download.folders, or take the table with table/download";

    public WritableFolders {
        folders = folders.stream()
                .map(folder -> folder.toAbsolutePath().normalize())
                .toList();
    }

    /** No folder at all. */
    public static WritableFolders none() {
        return new WritableFolders(List.of());
    }

    /** Where a file is that was named: a relative one is in the first folder, or, if there are none, in none. */
    public Path place(Path file) {
        return folders.isEmpty() ? file : folders.get(0).resolve(file);
    }

    /**
     * Finds out why a file may not be written.
     *
     * @param file as it was named; a relative one is in no folder
     * @return empty if it is in a directory that is there, inside one of the folders, and is none itself
     */
    public Optional<String> refusal(Path file) {
        boolean plain = file.isAbsolute() && file.equals(file.normalize());
        Optional<Path> folder =
                plain ? folders.stream().filter(file::startsWith).findFirst() : Optional.empty();
        if (folder.isEmpty()) {
            return Optional.of("FFB-5260 the file " + file + " is in none of the folders that may be written to"
                    + (folders.isEmpty() ? " (there are none)" : "") + REMEDY);
        }
        return isPlainPlace(folder.get(), file)
                ? Optional.empty()
                : Optional.of("FFB-5261 the folder of " + file
                        + " is not there or behind a link, or the file itself is a link or a folder" + REMEDY);
    }

    /** The folder itself may lie behind a link, as operators choose it; nothing below it may. */
    private static boolean isPlainPlace(Path folder, Path file) {
        Path directory = file.getParent();
        if (directory == null || file.equals(folder)) {
            return false;
        }
        try {
            Path expected =
                    folder.toRealPath().resolve(folder.relativize(directory)).normalize();
            return directory.toRealPath().equals(expected)
                    && Files.isDirectory(directory)
                    && (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)
                            || Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            return false;
        }
    }
}
