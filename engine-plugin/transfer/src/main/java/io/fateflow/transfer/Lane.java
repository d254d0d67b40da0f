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
 * The parcels for one party. Some travel side by side; after an interruption all wait, and then one tries: a party that
 * is away takes neither threads nor time from others.
 */
final class Lane {

    private static final int SIDE_BY_SIDE = 4;
    private static final Backoff BACKOFF = Backoff.standard();

    private final Courier courier;
    private final Tools tools;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int travelling;
    private int interruptions;
    private boolean pausing;
    private @Nullable Instant interruptedSince;

    /**
     * What all lanes share.
     *
     * @param threads carry one parcel each
     * @param later runs something after a while
     * @param giveUpAfter how long a party may be away
     * @param settled is told of every parcel that travels no more
     */
    record Tools(Executor threads, Later later, Clock clock, Duration giveUpAfter, Consumer<Parcel> settled) {}

    /** Runs something after a while, and does not keep a thread for it. */
    @FunctionalInterface
    interface Later {
        void run(Runnable work, Duration after);
    }

    /**
     * A parcel.
     *
     * @param since when it was handed in
     * @param interruptedSince since when it has tried and not moved; null if it has not
     * @param confirmed how many bytes the receiver once said that it has
     */
    private record Waiting(
            Parcel parcel, Instant since, @Nullable Instant interruptedSince, long confirmed) {}

    Lane(Courier courier, Tools tools) {
        this.courier = courier;
        this.tools = tools;
    }

    synchronized void add(Parcel parcel) {
        waiting.addLast(new Waiting(parcel, tools.clock().instant(), null, 0));
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
            delivery = courier.deliver(next.parcel());
        } finally {
            arrived(
                    next,
                    delivery == null ? new Delivery.Refused("the carrier failed; see the server's log") : delivery);
        }
    }

    private void arrived(Waiting one, Delivery delivery) {
        if (delivery instanceof Delivery.Interrupted interrupted) {
            interrupted(one, interrupted);
            return;
        }
        if (delivery instanceof Delivery.Refused refused) {
            courier.lost(one.parcel(), refused.reason());
        } else {
            courier.done(one.parcel());
        }
        tools.settled().accept(one.parcel());
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
                    one.parcel(),
                    one.since(),
                    moved || one.interruptedSince() == null ? now : one.interruptedSince(),
                    Math.max(one.confirmed(), interrupted.received())));
            interruptedSince = moved || interruptedSince == null ? now : interruptedSince;
            interruptions = moved ? 1 : interruptions + 1;
            givenUp = takeThoseThatWaitedTooLong(now, interruptedSince);
            pause();
        }
        for (Waiting lost : givenUp) {
            courier.lost(
                    lost.parcel(),
                    "nothing has moved for %s, and the last reason was: %s"
                            .formatted(tools.giveUpAfter(), interrupted.reason()));
            tools.settled().accept(lost.parcel());
        }
    }

    /** Either nothing at all goes to this party, or this parcel does not. */
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

    /** Nobody wants a session's parcels any more. */
    synchronized void drop(String session) {
        waiting.removeIf(each -> each.parcel().address().session().equals(session));
    }
}
