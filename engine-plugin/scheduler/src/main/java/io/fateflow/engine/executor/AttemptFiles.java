package io.fateflow.engine.executor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;

/** What attempts whose executors share no folder with this site may get of its files, and when what they leave counts. */
public final class AttemptFiles {

    private final EngineCommands commands;
    private final TaskStore tasks;
    private final TaskConfigs configs;

    public AttemptFiles(EngineCommands commands, TaskStore tasks, TaskConfigs configs) {
        this.commands = commands;
        this.tasks = tasks;
        this.configs = configs;
    }

    /** Puts what an attempt has left where others see it; the same another time changes nothing. */
    @FunctionalInterface
    public interface Publication {
        void make() throws IOException;
    }

    /**
     * What its own config says, by the rows of this site.
     *
     * @return empty if there is no such attempt
     */
    public Optional<FileRights> of(TaskKey key) {
        return tasks.find(key)
                .map(row -> FileRights.of(key, row.module(), configs.of(key).config()));
    }

    /**
     * Publishes for an attempt that has not ended, and cannot end meanwhile: one that was given up can't put its data in the
     * place of a later one's.
     *
     * @return whether it was published; not, when the attempt has ended
     */
    public boolean publish(TaskKey key, Publication publication) throws IOException {
        try {
            return commands.execute(engine -> {
                boolean lives = new LockedAttempt(tasks.lock(key.taskId(), key.version()))
                        .of(key)
                        .filter(row -> !row.partyStatus().isEnd())
                        .isPresent();
                if (lives) {
                    make(publication);
                }
                return lives;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void make(Publication publication) {
        try {
            publication.make();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
