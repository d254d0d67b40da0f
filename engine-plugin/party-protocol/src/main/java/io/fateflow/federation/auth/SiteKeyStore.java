package io.fateflow.federation.auth;

import java.security.PublicKey;
import java.time.Clock;
import java.util.Optional;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Public keys of sites that were handed in over FATE's key calls: the rows of {@code site_key}. */
public final class SiteKeyStore {

    private static final String WHERE = " where party_id = :party";

    private final JdbcClient jdbc;
    private final Clock clock;

    public SiteKeyStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
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
        try {
            of(partyId, """
                    insert into site_key (party_id, public_key, create_time, update_time)
                    values (:party, :key, :now, :now)
                    """).param("key", pem).param("now", clock.millis()).update();
            return true;
        } catch (DuplicateKeyException e) {
            // somebody has handed in its first key meanwhile
            update(partyId, pem);
            return false;
        }
    }

    private boolean update(long partyId, String pem) {
        return of(partyId, "update site_key set public_key = :key, update_time = :now" + WHERE)
                        .param("key", pem)
                        .param("now", clock.millis())
                        .update()
                > 0;
    }

    private StatementSpec of(long partyId, String sql) {
        return jdbc.sql(sql).param("party", Long.toString(partyId));
    }

    /** The key as it was handed in. */
    public Optional<String> pem(long partyId) {
        return of(partyId, "select public_key from site_key" + WHERE)
                .query(String.class)
                .optional();
    }

    Optional<PublicKey> key(long partyId) {
        return pem(partyId).map(pem -> PemKeys.publicKey(pem, "site_key of party " + partyId));
    }

    /** Whether there was one. */
    public boolean delete(long partyId) {
        return of(partyId, "delete from site_key" + WHERE).update() > 0;
    }
}
