package io.fateflow.webapp.node;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over what the dead have left, as soon as this server may say of anybody that they are dead. It may have to wait for
 * locks: its thread is not the one that shows that this server lives.
 */
final class DeadNodes implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(DeadNodes.class);

    private final BooleanSupplier mayJudge;
    private final Consumer<BooleanSupplier> nodes;
    private final Consumer<BooleanSupplier> workers;
    private final List<CompletableFuture<?>> beforeWorkers = new CopyOnWriteArrayList<>();

    /**
     * Makes them.
     *
     * @param mayJudge whether this server has seen the database for long enough to say who was silent
     * @param nodes buries dead servers, if it may when it has read who was silent
     * @param workers ends the attempts of dead workers, likewise
     */
    DeadNodes(BooleanSupplier mayJudge, Consumer<BooleanSupplier> nodes, Consumer<BooleanSupplier> workers) {
        this.mayJudge = mayJudge;
        this.nodes = nodes;
        this.workers = workers;
    }

    /** No attempt is called lost before that is done, however long it takes. */
    void workersNotBefore(CompletableFuture<?> done) {
        beforeWorkers.add(done);
    }

    @Override
    public void run() {
        try {
            nodes.accept(mayJudge);
            if (beforeWorkers.stream().allMatch(CompletableFuture::isDone)) {
                workers.accept(mayJudge);
            }
        } catch (RuntimeException e) {
            LOG.warn("what dead servers have left is taken over later: {}", e.getMessage());
        }
    }
}
