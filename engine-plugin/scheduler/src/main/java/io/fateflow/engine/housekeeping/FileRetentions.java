package io.fateflow.engine.housekeeping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All directories of this node that somebody looks after. */
public final class FileRetentions {

    private final List<FileRetention> keepers = new CopyOnWriteArrayList<>();
    private final Retention retention;
    private final Clock clock;

    public FileRetentions(Retention retention, Clock clock) {
        this.retention = retention;
        this.clock = clock;
    }

    public void register(FileRetention keeper) {
        keepers.add(keeper);
    }

    /** @return how many things were removed */
    public int tidy() {
        int removed = 0;
        for (FileRetention keeper : keepers) {
            try {
                removed += keeper.tidy(retention, clock.millis());
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "FFB-7102 housekeeping can't remove old files of this node: " + e.getMessage()
                                + "; look at the disk and at the owner of the home directory",
                        e);
            }
        }
        return removed;
    }
}
