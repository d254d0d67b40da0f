package io.fateflow.engine.process;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.SlowParties;
import io.fateflow.engine.node.DatabaseSessions;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.PartyCommands;
import io.fateflow.federation.wire.WireCall;

/**
 * Calls that engine steps make to other sites. A call that must wait its turn ends its step with a
 * {@link DeferredException}: a party that is slow gets one call at a time, and whatever parties there are, some of the
 * engine's threads stay free for this site's own steps.
 */
public final class PartyCalls {

    /** For a caller that comes again by itself. FATE's own limit is 30 s, and a busy party needs it. */
    static final Duration LIMIT = Duration.ofSeconds(40);

    /** A party in Python stops a job's executors one after the other before it answers. */
    static final Duration STOP_LIMIT = Duration.ofMinutes(2);

    /** Fewer than the engine has threads. */
    private static final int AT_ONCE = 3;

    private static final Duration PLACE_IS_AWAITED = Duration.ofMillis(50);
    private static final Duration NO_PLACE = Duration.ofMillis(500);
    /** A party that has been awaited for so long may be a slow one. */
    private static final Duration LONG = Duration.ofSeconds(5);

    private final PartyTransport transport;
    private final SlowParties slow;
    private final DatabaseSessions sessions;
    private final Clock clock;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Map<Long, Map<Object, Long>> underWay = new ConcurrentHashMap<>();

    public PartyCalls(PartyTransport transport, SlowParties slow, DatabaseSessions sessions, Clock clock) {
        this.transport = transport;
        this.slow = slow;
        this.sessions = sessions;
        this.clock = clock;
    }

    /** As {@link PartyTransport#call}, once. */
    CallOutcome call(Party sender, long receiver, WireCall call) {
        return one(receiver, LIMIT, () -> transport.call(sender, receiver, call, tries(LIMIT)));
    }

    /** As {@link PartyTransport#command}, once. */
    CallOutcome command(Party sender, long receiver, WireCall call, long number, Duration limit) {
        return one(receiver, limit, () -> transport.command(sender, receiver, call, number, tries(limit)));
    }

    /** As {@link PartyTransport#takesCommandsTogether}. */
    boolean takesTogether(long receiver) {
        return transport.takesCommandsTogether(receiver);
    }

    /** As {@link PartyTransport#commands}, once. */
    List<CallOutcome> commands(Party sender, long receiver, PartyCommands commands, Duration limit) {
        return inTurn(receiver, limit, () -> transport.commands(sender, receiver, commands, tries(limit)));
    }

    private static Tries tries(Duration limit) {
        return Tries.once().within(limit);
    }

    private CallOutcome one(long receiver, Duration limit, Supplier<CallOutcome> call) {
        return inTurn(receiver, limit, () -> List.of(call.get())).get(0);
    }

    private List<CallOutcome> inTurn(long receiver, Duration limit, Supplier<List<CallOutcome>> call) {
        if (isAwaitedForLong(receiver)) {
            throw later(receiver, "has not answered another call yet", clock.millis() + LONG.toMillis());
        }
        if (!placeTaken()) {
            throw later(receiver, "is called when other calls have ended", clock.millis() + NO_PLACE.toMillis());
        }
        try {
            SlowParties.Turn turn = slow.turn(receiver, limit);
            if (!turn.granted()) {
                throw later(receiver, "is slow, and is called later", turn.askAgain());
            }
            List<CallOutcome> outcomes = sessions.whileIdle(limit.plus(LONG), () -> watched(receiver, call));
            // where nobody has answered there is one alone
            remember(receiver, outcomes.get(0), turn.slow());
            return outcomes;
        } finally {
            places.release();
        }
    }

    private void remember(long receiver, CallOutcome outcome, boolean wasSlow) {
        if (outcome instanceof CallOutcome.TimedOut late) {
            slow.timedOut(receiver, late.after(), wasSlow);
        } else if (wasSlow && outcome instanceof CallOutcome.Unreachable) {
            slow.unreachable(receiver);
        } else if (wasSlow) {
            slow.answered(receiver);
        }
    }

    private boolean placeTaken() {
        try {
            return places.tryAcquire(PLACE_IS_AWAITED.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <T> T watched(long receiver, Supplier<T> call) {
        Object id = new Object();
        Map<Object, Long> ofReceiver = underWay.computeIfAbsent(receiver, party -> new ConcurrentHashMap<>());
        ofReceiver.put(id, System.nanoTime());
        try {
            return call.get();
        } finally {
            ofReceiver.remove(id);
        }
    }

    private boolean isAwaitedForLong(long receiver) {
        long now = System.nanoTime();
        return underWay.getOrDefault(receiver, Map.of()).values().stream()
                .anyMatch(start -> now - start > LONG.toNanos());
    }

    private static DeferredException later(long receiver, String why, long until) {
        return new DeferredException("party %d %s".formatted(receiver, why), Instant.ofEpochMilli(until));
    }
}
