package io.fateflow.webapp.storage;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;

import org.jspecify.annotations.Nullable;

/** Looks at files of which some may go meanwhile: what goes while it is looked at is not there. */
public abstract class PassingVisitor extends SimpleFileVisitor<Path> {

    @Override
    public final FileVisitResult visitFileFailed(Path file, IOException gone) {
        return FileVisitResult.CONTINUE;
    }

    @Override
    public final FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) {
        return FileVisitResult.CONTINUE;
    }
}
