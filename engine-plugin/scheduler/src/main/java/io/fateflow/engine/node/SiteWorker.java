package io.fateflow.engine.node;

import org.jspecify.annotations.Nullable;

import io.fateflow.database.TextColumn;
import io.fateflow.worker.api.WorkerState;

/**
 * A worker of this site, as it has said itself.
 *
 * @param id one start of it: its name, a colon, and what tells this start from others
 * @param host the machine's name
 * @param mode {@code active}, {@code draining}, or {@code away}: it has ended, and its executors have not
 * @param places how many executors it runs at most
 * @param running how many it runs now
 * @param trouble why it takes no tasks now, although it would; empty if it does
 * @param drain whether it is told to take no more tasks
 * @param seen epoch milliseconds, by the database's clock
 * @param lockOwner of the server in whose process it runs: it lives while that does; empty for a process of its own
 * @param resources what it says that its machine has, as JSON: labels with amounts, or with lists of units; null if it
 *     says nothing
 * @param providers what it says that its FATE installations can run, as JSON; null if it says nothing
 */
public record SiteWorker(
        String id,
        String host,
        String mode,
        int places,
        int running,
        String trouble,
        boolean drain,
        long seen,
        String lockOwner,
        @Nullable String resources,
        @Nullable String providers) {

    /** A worker without FATE installations. */
    public SiteWorker(
            String id,
            String host,
            String mode,
            int places,
            int running,
            String trouble,
            boolean drain,
            long seen,
            String lockOwner,
            @Nullable String resources) {
        this(id, host, mode, places, running, trouble, drain, seen, lockOwner, resources, null);
    }

    public SiteWorker {
        TextColumn.WORKER_ID.problem("workerId", id).ifPresent(problem -> {
            throw new IllegalArgumentException("FFB-4023 " + problem);
        });
        host = TextColumn.WORKER_HOST.fitted(host);
        trouble = TextColumn.WORKER_TROUBLE.fitted(trouble);
    }

    /** As it says now; what it is told, and since when it is known, the database says. */
    public static SiteWorker of(WorkerState state, String lockOwner) {
        return new SiteWorker(
                state.workerId(),
                state.host(),
                state.mode().wire(),
                state.places(),
                state.running(),
                state.trouble(),
                false,
                0,
                lockOwner,
                state.resources() == null ? null : state.resources().toString(),
                state.providers() == null ? null : state.providers().toString());
    }

    /** Its name, which stays when it is started again. */
    public String name() {
        return nameOf(id);
    }

    /** The name in the id of one start; an id without a colon is a name. */
    public static String nameOf(String id) {
        int colon = id.lastIndexOf(':');
        return colon < 0 ? id : id.substring(0, colon);
    }
}
