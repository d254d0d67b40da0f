package io.fateflow.federation.auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The rows of {@code call_nonce} and {@code call_signer}. */
public final class StoredCallMemory implements CallMemory {

    private static final Duration BETWEEN_REMOVALS = Duration.ofMinutes(1);

    /** Another server's clock may be behind, and still take what is too old here. */
    private static final Duration CLOCKS = Duration.ofMinutes(10);

    private final JdbcTemplate jdbc;
    private final Clock clock;
    private final AtomicLong nextRemoval = new AtomicLong();

    /** A party is never forgotten while the server runs, so it is asked for once. */
    private final Set<Long> signing = ConcurrentHashMap.newKeySet();

    public StoredCallMemory(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    @Override
    public boolean isFirstUse(long partyId, String nonce, Instant goodUntil) {
        removeOld();
        try {
            jdbc.update(
                    "insert into call_nonce (party_id, nonce, good_until) values (?, ?, ?)",
                    Long.toString(partyId),
                    nonce,
                    goodUntil.toEpochMilli());
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    private void removeOld() {
        long now = clock.millis();
        long due = nextRemoval.get();
        if (now >= due && nextRemoval.compareAndSet(due, now + BETWEEN_REMOVALS.toMillis())) {
            jdbc.update("delete from call_nonce where good_until < ?", now - CLOCKS.toMillis());
        }
    }

    @Override
    public void signs(long partyId) {
        if (isSigning(partyId)) {
            return;
        }
        try {
            jdbc.update(
                    "insert into call_signer (party_id, since) values (?, ?)", Long.toString(partyId), clock.millis());
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
        Integer rows = jdbc.queryForObject(
                "select count(*) from call_signer where party_id = ?", Integer.class, Long.toString(partyId));
        boolean known = rows != null && rows > 0;
        if (known) {
            signing.add(partyId);
        }
        return known;
    }
}
