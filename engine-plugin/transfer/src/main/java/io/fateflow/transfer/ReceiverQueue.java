package io.fateflow.transfer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.retry.Backoff;

/**
 * The transfers for one party. Some travel side by side; after an interruption all wait, and then one tries: a party that
 * is away takes neither threads nor time from others.
 */
final class ReceiverQueue {

    private static final int SIDE_BY_SIDE = 4;
    private static final Backoff BACKOFF = Backoff.standard();

    private final TransferDelivery deliverer;
    private final Tools tools;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int travelling;
    private int interruptions;
    private boolean pausing;
    private @Nullable Instant interruptedSince;

    /**
     * What all queues share.
     *
     * @param threads carry one transfer each
     * @param later runs something after a while
     * @param giveUpAfter how long a party may be away
     * @param settled is told of every transfer that travels no more
     */
    record Tools(Executor threads, Later later, Clock clock, Duration giveUpAfter, Consumer<Transfer> settled) {}

    /** Runs something after a while, and does not keep a thread for it. */
    @FunctionalInterface
    interface Later {
        void run(Runnable work, Duration after);
    }

    /**
     * A transfer.
     *
     * @param since when it was handed in
     * @param interruptedSince since when it has tried and not moved; null if it has not
     * @param confirmed how many bytes the receiver once said that it has
     */
    private record Waiting(
            Transfer transfer, Instant since, @Nullable Instant interruptedSince, long confirmed) {}

    ReceiverQueue(TransferDelivery deliverer, Tools tools) {
        this.deliverer = deliverer;
        this.tools = tools;
    }

    synchronized void add(Transfer transfer) {
        waiting.addLast(new Waiting(transfer, tools.clock().instant(), null, 0));
        start();
    }

    private synchronized void start() {
        int most = interruptions > 0 ? 1 : SIDE_BY_SIDE;
        while (!pausing && travelling < most && !waiting.isEmpty()) {
            Waiting next = waiting.removeFirst();
            travelling++;
            tools.threads().execute(() -> travel(next));
        }
    }

    private void travel(Waiting next) {
        Delivery delivery = null;
        try {
            delivery = deliverer.deliver(next.transfer());
        } finally {
            arrived(
                    next,
                    delivery == null ? new Delivery.Refused("the sender failed; see the server's log") : delivery);
        }
    }

    private void arrived(Waiting one, Delivery delivery) {
        if (delivery instanceof Delivery.Interrupted interrupted) {
            interrupted(one, interrupted);
            return;
        }
        if (delivery instanceof Delivery.Refused refused) {
            deliverer.lost(one.transfer(), refused.reason());
        } else {
            deliverer.done(one.transfer());
        }
        tools.settled().accept(one.transfer());
        synchronized (this) {
            travelling--;
            interruptions = 0;
            interruptedSince = null;
            start();
        }
    }

    private void interrupted(Waiting one, Delivery.Interrupted interrupted) {
        boolean moved = interrupted.received() > one.confirmed();
        Instant now = tools.clock().instant();
        List<Waiting> givenUp;
        synchronized (this) {
            travelling--;
            // behind the others: one that can't be taken must not hold them up
            waiting.addLast(new Waiting(
                    one.transfer(),
                    one.since(),
                    moved || one.interruptedSince() == null ? now : one.interruptedSince(),
                    Math.max(one.confirmed(), interrupted.received())));
            interruptedSince = moved || interruptedSince == null ? now : interruptedSince;
            interruptions = moved ? 1 : interruptions + 1;
            givenUp = takeThoseThatWaitedTooLong(now, interruptedSince);
            pause();
        }
        for (Waiting lost : givenUp) {
            deliverer.lost(
                    lost.transfer(),
                    "nothing has moved for %s, and the last reason was: %s"
                            .formatted(tools.giveUpAfter(), interrupted.reason()));
            tools.settled().accept(lost.transfer());
        }
    }

    /** Either nothing at all goes to this party, or this transfer does not. */
    private List<Waiting> takeThoseThatWaitedTooLong(Instant now, Instant laneInterruptedSince) {
        boolean nothingGoes = isTooLongAgo(laneInterruptedSince, now);
        List<Waiting> tooLong = new ArrayList<>();
        waiting.removeIf(each -> {
            boolean givenUp = (nothingGoes && isTooLongAgo(each.since(), now))
                    || (each.interruptedSince() != null && isTooLongAgo(each.interruptedSince(), now));
            return givenUp && tooLong.add(each);
        });
        return tooLong;
    }

    private boolean isTooLongAgo(Instant then, Instant now) {
        return !then.plus(tools.giveUpAfter()).isAfter(now);
    }

    private void pause() {
        if (!pausing) {
            pausing = true;
            tools.later().run(this::resume, BACKOFF.delay(Math.max(1, interruptions)));
        }
    }

    private synchronized void resume() {
        pausing = false;
        start();
    }

    /** Nobody wants a session's transfers any more. */
    synchronized void drop(String session) {
        waiting.removeIf(each -> each.transfer().address().session().equals(session));
    }
}
