package io.fateflow.federation.auth;

import java.security.PublicKey;
import java.time.Clock;
import java.util.Optional;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Public keys of sites that were handed in over FATE's key calls: the rows of {@code site_key}. */
public final class SiteKeyStore {

    private static final String WHERE = " where party_id = ?";

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public SiteKeyStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * Puts a key in the place of the one before.
     *
     * @param pem an RSA public key
     * @return whether the party had none
     * @throws IllegalArgumentException if it is no such key; nothing changes then
     */
    public boolean save(long partyId, String pem) {
        PemKeys.publicKey(pem, "key");
        return !update(partyId, pem) && insert(partyId, pem);
    }

    private boolean insert(long partyId, String pem) {
        long now = clock.millis();
        try {
            jdbc.update(
                    "insert into site_key (party_id, public_key, create_time, update_time) values (?, ?, ?, ?)",
                    Long.toString(partyId),
                    pem,
                    now,
                    now);
            return true;
        } catch (DuplicateKeyException e) {
            // somebody has handed in its first key meanwhile
            update(partyId, pem);
            return false;
        }
    }

    private boolean update(long partyId, String pem) {
        return jdbc.update(
                        "update site_key set public_key = ?, update_time = ?" + WHERE,
                        pem,
                        clock.millis(),
                        Long.toString(partyId))
                > 0;
    }

    /** The key as it was handed in. */
    public Optional<String> pem(long partyId) {
        return jdbc
                .queryForList("select public_key from site_key" + WHERE, String.class, Long.toString(partyId))
                .stream()
                .findFirst();
    }

    Optional<PublicKey> key(long partyId) {
        return pem(partyId).map(pem -> PemKeys.publicKey(pem, "site_key of party " + partyId));
    }

    /** Whether there was one. */
    public boolean delete(long partyId) {
        return jdbc.update("delete from site_key" + WHERE, Long.toString(partyId)) > 0;
    }
}
