package io.fateflow.federation.auth;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.testing.TestSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Public keys that sites hand in, on every database. */
abstract class SiteKeysContract {

    private static final Instant NOW = Instant.parse("2026-01-02T15:30:45Z");
    private static final PublicKey KEY = newKey();
    private static final PublicKey NEXT = newKey();

    private JdbcTemplate jdbc;
    private SiteKeyStore store;

    abstract DataSource dataSource();

    @BeforeEach
    void noKeys() {
        TestSchema.migrate(dataSource());
        jdbc = new JdbcTemplate(dataSource());
        jdbc.update("delete from site_key");
        store = new SiteKeyStore(jdbc, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void givesAKeyBackAsItWasHandedIn() {
        String pem = PemKeys.pem(KEY).replace("\n", "\r\n");

        assertThat(store.save(9999, pem)).isTrue();

        assertThat(store.pem(9999)).contains(pem);
        assertThat(store.key(9999)).contains(KEY);
        assertThat(store.pem(999)).isEmpty();
        assertThat(store.key(10000)).isEmpty();
    }

    @Test
    void theNextKeyTakesThePlaceOfTheOneBefore() {
        store.save(9999, PemKeys.pem(KEY));
        SiteKeyStore later = new SiteKeyStore(jdbc, Clock.fixed(NOW.plus(Duration.ofHours(1)), ZoneOffset.UTC));

        assertThat(later.save(9999, PemKeys.pem(NEXT))).isFalse();

        assertThat(store.key(9999)).contains(NEXT);
        assertThat(jdbc.queryForMap("select create_time, update_time from site_key"))
                .containsEntry("create_time", NOW.toEpochMilli())
                .containsEntry("update_time", NOW.plus(Duration.ofHours(1)).toEpochMilli());
    }

    @Test
    void whatIsNoPublicKeyIsRefusedAndChangesNothing() {
        store.save(9999, PemKeys.pem(KEY));

        assertThatThrownBy(() -> store.save(9999, "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RSA public key");
        assertThatThrownBy(() -> store.save(10000, "'); delete from site_key; --"))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(store.key(9999)).contains(KEY);
        assertThat(store.pem(10000)).isEmpty();
    }

    @Test
    void aKeyIsDeletedOnce() {
        store.save(9999, PemKeys.pem(KEY));
        store.save(10000, PemKeys.pem(NEXT));

        assertThat(store.delete(9999)).isTrue();
        assertThat(store.delete(9999)).isFalse();

        assertThat(store.key(9999)).isEmpty();
        assertThat(store.key(10000)).contains(NEXT);
        assertThat(store.save(9999, PemKeys.pem(KEY))).isTrue();
    }

    @Test
    void ofThoseWhoHandInAPartysFirstKeyAtOnceOneIsTheFirst() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (long party : LongStream.range(1, 50).toArray()) {
                Callable<Boolean> save = () -> store.save(party, PemKeys.pem(KEY));
                int first = 0;
                for (Future<Boolean> saved : threads.invokeAll(List.of(save, save, save, save))) {
                    first += saved.get() ? 1 : 0;
                }
                assertThat(first).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static PublicKey newKey() {
        try {
            return KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
