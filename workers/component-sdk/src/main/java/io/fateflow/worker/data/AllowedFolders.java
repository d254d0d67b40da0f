package io.fateflow.worker.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The folders of this machine whose files may become tables. Whoever names a file is not whoever may read it: the server's
 * user may read much, so a name leads to a file only inside one of these, without links on the way.
 *
 * @param folders absolute; none allows nothing
 */
public record AllowedFolders(List<Path> folders) {

    private static final String REMEDY =
            "\nWhat to do: send the file's content with the upload, as clients do by themselves"
                    + " (use_local_data 1), or have an operator put the file's folder into fate.upload.folders";

    public AllowedFolders {
        folders = folders.stream()
                .map(folder -> folder.toAbsolutePath().normalize())
                .toList();
    }

    /** No folder at all. */
    public static AllowedFolders none() {
        return new AllowedFolders(List.of());
    }

    /**
     * Finds out why a file may not be read; says the same of one that is not there and one that is none of the caller's
     * business.
     *
     * @param file as it was named, absolute or from the working directory
     * @return empty if it is a regular file in one of the folders
     */
    public Optional<String> refusal(Path file) {
        if (hasParentSteps(file)) {
            return Optional.of("FFB-5214 the file's name " + file + " has a step upwards (..)" + REMEDY);
        }
        Path absolute = file.toAbsolutePath().normalize();
        Optional<Path> folder = folders.stream().filter(absolute::startsWith).findFirst();
        if (folder.isEmpty()) {
            return Optional.of("FFB-5215 the file " + file + " is in none of the folders that may be uploaded from"
                    + (folders.isEmpty() ? " (there are none)" : "") + REMEDY);
        }
        return isPlainFile(folder.get(), absolute)
                ? Optional.empty()
                : Optional.of("FFB-5216 " + file + " is not there, or it is a link or no regular file" + REMEDY);
    }

    /** Opens a file for reading; its last step is never followed as a link, even one that was put there a moment ago. */
    public static InputStream open(Path file) throws IOException {
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean hasParentSteps(Path file) {
        for (Path step : file) {
            if (step.toString().equals("..")) {
                return true;
            }
        }
        return false;
    }

    /** The folder itself may lie behind a link, as operators choose it; nothing below it may. */
    private static boolean isPlainFile(Path folder, Path file) {
        try {
            Path expected = folder.toRealPath().resolve(folder.relativize(file));
            return file.toRealPath().equals(expected)
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.isReadable(file);
        } catch (IOException e) {
            return false;
        }
    }
}
