package io.fateflow.engine.initiator;

import java.time.Clock;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The rows of {@code slow_party}: parties that let a call run out of time. All nodes of this site together make one call to
 * such a party at a time, with pauses between those that take too long; nothing that is heard of the party shortens them.
 * Ten minutes without a time-out, and it is a party like any other.
 *
 * <p>What is written here holds whatever becomes of the caller's transaction: each call has one of its own.
 */
public final class SlowParties {

    private static final Duration ON_PROBATION = Duration.ofMinutes(10);
    /** A caller that died is not waited for longer than this beyond the call's own limit. */
    private static final Duration CALLER_MAY_TAKE = Duration.ofSeconds(30);
    /** Between two looks whether the call that is under way has ended. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    private final JdbcClient jdbc;
    private final TransactionTemplate ofItsOwn;
    private final Clock clock;

    public SlowParties(JdbcTemplate jdbc, PlatformTransactionManager transactions, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
        this.ofItsOwn = new TransactionTemplate(transactions);
        ofItsOwn.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    /**
     * Asks for the turn to call a party. Whoever gets that of a slow one has it until {@link #answered}, {@link #timedOut} or
     * {@link #unreachable}.
     *
     * @param limit after which the call is given up
     */
    public Turn turn(long party, Duration limit) {
        Long notBefore = notBefore(party);
        long now = clock.millis();
        if (notBefore == null) {
            return new Turn(true, false, now);
        }
        if (notBefore > now) {
            return new Turn(false, true, notBefore);
        }
        return new Turn(takes(party, now, limit), true, now + LOOK_AGAIN.toMillis());
    }

    /**
     * Whether a party may be called.
     *
     * @param granted whether it may, now
     * @param slow whether it has let a call run out of time lately
     * @param askAgain epoch milliseconds, if it may not
     */
    public record Turn(boolean granted, boolean slow, long askAgain) {}

    private boolean takes(long party, long now, Duration limit) {
        long until = now + limit.plus(CALLER_MAY_TAKE).toMillis();
        return changed(of(party, """
                update slow_party set in_flight_until = :until where party_id = :party and in_flight_until <= :now
                """).param("until", until).param("now", now));
    }

    /** The party has answered: the next one has the turn. */
    public void answered(long party) {
        changed(of(party, "update slow_party set in_flight_until = 0, timeouts = 0 where party_id = :party"));
    }

    /** Nobody was there to answer: the next one has the turn. */
    public void unreachable(long party) {
        changed(of(party, "update slow_party set in_flight_until = 0 where party_id = :party"));
    }

    /**
     * The party has not answered in time; from now on, it is slow. Calls that were under way side by side when it fell silent tell of one silence:
     * the first of them says so, and the others lengthen no pause.
     *
     * @param wasSlow whether it was known to be slow when the call began
     */
    public void timedOut(long party, Duration took, boolean wasSlow) {
        if (!wasSlow && notBefore(party) != null) {
            return;
        }
        try {
            if (!again(party, took)) {
                first(party, took);
            }
        } catch (DuplicateKeyException anotherCallTimedOutToo) {
            // it has said so
            return;
        }
    }

    private boolean again(long party, Duration took) {
        Integer before = of(party, """
                select case when slow_until < :now then 0 else timeouts end from slow_party where party_id = :party
                """)
                .param("now", clock.millis())
                .query(Integer.class)
                .optional()
                .orElse(null);
        if (before == null) {
            return false;
        }
        long pauseEnds = clock.millis() + SlowPause.after(before + 1, took).toMillis();
        return changed(of(party, """
                update slow_party
                set timeouts = :timeouts, took = :took, not_before = :notBefore, in_flight_until = 0, slow_until = :slowUntil
                where party_id = :party
                """)
                .param("timeouts", before + 1)
                .param("took", took.toMillis())
                .param("notBefore", pauseEnds)
                .param("slowUntil", pauseEnds + ON_PROBATION.toMillis()));
    }

    private void first(long party, Duration took) {
        long now = clock.millis();
        long pauseEnds = now + SlowPause.after(1, took).toMillis();
        changed(of(party, """
                insert into slow_party (party_id, timeouts, since, took, not_before, in_flight_until, slow_until)
                values (:party, 1, :now, :took, :notBefore, 0, :slowUntil)
                """)
                .param("now", now)
                .param("took", took.toMillis())
                .param("notBefore", pauseEnds)
                .param("slowUntil", pauseEnds + ON_PROBATION.toMillis()));
    }

    /** The command is sent again, and not before its own pause is over: other calls of the party may be quick. */
    public void timedOut(CommandOutbox outbox, PartyCommandRow command, Duration took) {
        long pauseEnds =
                clock.millis() + SlowPause.after(command.timeouts() + 1, took).toMillis();
        ofItsOwn.executeWithoutResult(status -> outbox.timedOut(command, pauseEnds));
    }

    private @Nullable Long notBefore(long party) {
        return of(party, "select not_before from slow_party where party_id = :party and slow_until >= :now")
                .param("now", clock.millis())
                .query(Long.class)
                .optional()
                .orElse(null);
    }

    private StatementSpec of(long party, String sql) {
        return jdbc.sql(sql).param("party", party);
    }

    /** Whether a row is written, in a transaction of its own. */
    private boolean changed(StatementSpec statement) {
        return Boolean.TRUE.equals(ofItsOwn.execute(status -> statement.update() > 0));
    }
}
