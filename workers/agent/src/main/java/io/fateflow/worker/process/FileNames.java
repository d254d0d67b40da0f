package io.fateflow.worker.process;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether files can have the names that users give to components and files. Java takes a file's letters from the locale that its
 * process was started in: in C, which services and containers have for which nobody sets LANG, there are those of ASCII alone.
 */
public final class FileNames {

    private static final String CHINESE = "\u4e2d\u6587";

    private FileNames() {}

    /** Why no file can have that name here, in a sentence without a full stop. */
    public static Optional<String> objection(String name) {
        return canBe(name)
                ? Optional.empty()
                : Optional.of(
                        ("FFB-2068 no file can be called \"%s\" here: this process's locale does not have these letters; start it"
                                        + " with LC_ALL=C.UTF-8, or choose another name")
                                .formatted(name));
    }

    private static boolean canBe(String name) {
        try {
            Path unused = Path.of(name);
            return true;
        } catch (InvalidPathException noSuchLetters) {
            return false;
        }
    }

    /** What is to be said at a start if not every name can be. */
    public static Optional<String> warning() {
        return canBe(CHINESE)
                ? Optional.empty()
                : Optional.of(
                        "FFB-2068 This process's locale has names of files in ASCII alone, so no component can have a name with"
                                + " other letters here. Start it with LC_ALL=C.UTF-8");
    }
}
