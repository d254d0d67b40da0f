package io.fateflow.federation.auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The rows of {@code call_nonce} and {@code call_signer}. */
public final class StoredCallMemory implements CallMemory {

    private static final Duration BETWEEN_REMOVALS = Duration.ofMinutes(1);

    /** Another server's clock may be behind, and still take what is too old here. */
    private static final Duration CLOCKS = Duration.ofMinutes(10);

    private final JdbcClient jdbc;
    private final Clock clock;
    private final AtomicLong nextRemoval = new AtomicLong();

    /** A party is never forgotten while the server runs, so it is asked for once. */
    private final Set<Long> signing = ConcurrentHashMap.newKeySet();

    public StoredCallMemory(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    @Override
    public boolean isFirstUse(long partyId, String nonce, Instant goodUntil) {
        removeOld();
        try {
            jdbc.sql("insert into call_nonce (party_id, nonce, good_until) values (:party, :nonce, :until)")
                    .param("party", Long.toString(partyId))
                    .param("nonce", nonce)
                    .param("until", goodUntil.toEpochMilli())
                    .update();
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    private void removeOld() {
        long now = clock.millis();
        long due = nextRemoval.get();
        if (now >= due && nextRemoval.compareAndSet(due, now + BETWEEN_REMOVALS.toMillis())) {
            jdbc.sql("delete from call_nonce where good_until < :time")
                    .param("time", now - CLOCKS.toMillis())
                    .update();
        }
    }

    @Override
    public void signs(long partyId) {
        if (isSigning(partyId)) {
            return;
        }
        try {
            jdbc.sql("insert into call_signer (party_id, since) values (:party, :now)")
                    .param("party", Long.toString(partyId))
                    .param("now", clock.millis())
                    .update();
        } catch (DuplicateKeyException e) {
            // its first two calls came at once
        }
        signing.add(partyId);
    }

    @Override
    public boolean isSigning(long partyId) {
        if (signing.contains(partyId)) {
            return true;
        }
        boolean known = !jdbc.sql("select party_id from call_signer where party_id = :party")
                .param("party", Long.toString(partyId))
                .query(String.class)
                .list()
                .isEmpty();
        if (known) {
            signing.add(partyId);
        }
        return known;
    }
}
