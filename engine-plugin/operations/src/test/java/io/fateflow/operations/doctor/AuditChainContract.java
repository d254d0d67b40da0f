package io.fateflow.operations.doctor;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.audit.chain.AuditSealer;
import io.fateflow.engine.audit.chain.BrokenChainException;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.audit.chain.SealedEntry;
import io.fateflow.federation.auth.SiteSignature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The audit log's chain on a database: sealed by whoever comes, and each damage named by the doctor. */
abstract class AuditChainContract {

    private static final KeyPair PAIR = pair();
    private static final Instant NOW = Instant.parse("2026-01-02T12:00:00Z");

    private DataSource source;
    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;
    private AuditLog log;
    private AuditChain chain;
    private AuditSealer sealer;
    private AuditChecks checks;

    /** New and empty. */
    abstract DataSource dataSource() throws SQLException;

    @BeforeEach
    void open() throws SQLException {
        source = dataSource();
        jdbc = new JdbcTemplate(source);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        log = log(NOW);
        chain = chain(keys(false));
        sealer = sealer(chain);
        checks = checks(NOW);
    }

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ChainKeys keys(boolean adoptsUnsigned) {
        return new ChainKeys(
                "9999",
                text -> SiteSignature.SHA256.sign(PAIR.getPrivate(), text),
                List.of(PAIR.getPublic()),
                adoptsUnsigned);
    }

    private static Clock at(Instant time) {
        return Clock.fixed(time, ZoneOffset.UTC);
    }

    private AuditLog log(Instant time) {
        return new AuditLog(jdbc, at(time), () -> new Actor("alice", "192.0.2.7"));
    }

    private AuditChain chain(ChainKeys keys) {
        return new AuditChain(jdbc, at(NOW), keys);
    }

    private AuditSealer sealer(AuditChain of) {
        return new AuditSealer(of, new DataSourceTransactionManager(source));
    }

    private AuditChecks checks(Instant time) {
        return new AuditChecks(source, chain, keys(false), at(time));
    }

    private void write(int count) {
        for (int i = 0; i < count; i++) {
            log.write(AuditEntry.done(AuditAction.STOP).with("n", i));
        }
    }

    private void sealed(int count) {
        write(count);
        assertThat(sealer.sealAll()).isEqualTo(count);
    }

    private List<String> found() {
        return checks.lookAtAll().stream()
                .map(finding -> finding.rule().id() + " " + finding.what())
                .toList();
    }

    private String shown(long number) {
        return jdbc.queryForObject(
                "select 'id ' || id || ', 2026-01-02T12:00:00Z, ' || action from audit_log where seal_number = ?",
                String.class,
                number);
    }

    private List<Long> numbers() {
        return jdbc.queryForList("select seal_number from audit_log order by seal_number", Long.class);
    }

    @Test
    void whatIsThereIsSealedInItsOrderAndSignedAndWhole() {
        sealed(2_500);
        sealed(1);

        assertThat(numbers()).hasSize(2_501).startsWith(1L).endsWith(2_501L);
        assertThat(chain.after(0, 3_000).stream().map(row -> row.entry().id())).isSorted();
        assertThat(chain.ends().head().number()).isEqualTo(2_501);
        assertThat(chain.ends().head().signature()).isNotEmpty();
        assertThat(found()).isEmpty();
    }

    @Test
    void anEntryThatIsCommittedBehindLaterOnesIsSealedAfterThem() {
        log.write(AuditEntry.done(AuditAction.SUBMIT).with("a", 1));
        transaction.executeWithoutResult(slow -> {
            log.write(AuditEntry.done(AuditAction.RERUN));
            CompletableFuture.runAsync(() -> {
                        log.write(AuditEntry.done(AuditAction.STOP));
                        sealer.sealAll();
                    })
                    .join();
        });
        sealer.sealAll();

        assertThat(chain.after(0, 10))
                .extracting(row -> row.entry().action())
                .containsExactly("submit", "stop", "rerun");
        assertThat(found()).isEmpty();
    }

    @Test
    void whatIsRolledBackIsNotSealedAndWhoSealsAndDiesLeavesNothing() {
        transaction.executeWithoutResult(status -> {
            write(1);
            status.setRollbackOnly();
        });
        write(3);
        transaction.executeWithoutResult(status -> {
            assertThat(chain.seal(100)).isEqualTo(3);
            status.setRollbackOnly();
        });
        assertThat(chain.ends().head().number()).isZero();
        assertThat(numbers()).containsOnlyNulls();

        assertThat(sealer.sealAll()).isEqualTo(3);
        assertThat(numbers()).containsExactly(1L, 2L, 3L);
        assertThat(found()).isEmpty();
    }

    @Test
    void twoServersSealWhileManyWriteAndNothingIsSealedTwiceOrLeftOut() throws Exception {
        int writers = 4;
        AtomicInteger left = new AtomicInteger(writers);
        List<Callable<Long>> work = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < writers; i++) {
            work.add(() -> {
                start.await();
                write(60);
                left.decrementAndGet();
                return 0L;
            });
        }
        for (int i = 0; i < 2; i++) {
            AuditSealer ofAnotherServer = sealer(chain(keys(false)));
            work.add(() -> {
                start.await();
                long sealed = 0;
                while (left.get() > 0) {
                    sealed += ofAnotherServer.sealAll();
                }
                return sealed + ofAnotherServer.sealAll();
            });
        }
        long sealed = 0;
        ExecutorService all = Executors.newFixedThreadPool(work.size());
        try {
            List<Future<Long>> ends = work.stream().map(all::submit).toList();
            start.countDown();
            for (Future<Long> end : ends) {
                sealed += end.get();
            }
        } finally {
            all.shutdownNow();
        }

        assertThat(sealed).isEqualTo(240);
        assertThat(numbers()).hasSize(240).doesNotContainNull().startsWith(1L).endsWith(240L);
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5, 9})
    void anAlteredRowIsNamed(long number) {
        sealed(9);
        String shown = shown(number);
        jdbc.update("update audit_log set actor = 'mallory' where seal_number = ?", number);

        assertThat(found()).containsExactly("FFB-7080 audit row %d (%s) was altered".formatted(number, shown));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, row 1 is missing", "4, 6, rows 4..6 are missing", "9, 9, row 9 is missing"})
    void missingRowsAreNamed(long first, long last, String expected) {
        sealed(9);
        jdbc.update("delete from audit_log where seal_number between ? and ?", first, last);

        assertThat(found()).singleElement().asString().startsWith("FFB-7081 audit " + expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "3, 7", "8, 9"})
    void aSwappedPairIsNamedWhateverOfItWasSwapped(long one, long other) {
        sealed(9);
        jdbc.update("update audit_log set seal_number = 100 where seal_number = ?", one);
        jdbc.update("update audit_log set seal_number = ? where seal_number = ?", one, other);
        jdbc.update("update audit_log set seal_number = ? where seal_number = 100", other);
        assertThat(found())
                .singleElement()
                .asString()
                .startsWith("FFB-7082 audit rows %d and %d were swapped".formatted(one, other));

        // back again, and then what they say
        jdbc.update("update audit_log set seal_number = 100 where seal_number = ?", one);
        jdbc.update("update audit_log set seal_number = ? where seal_number = ?", one, other);
        jdbc.update("update audit_log set seal_number = ? where seal_number = 100", other);
        assertThat(found()).isEmpty();
        String details = "select details from audit_log where seal_number = ?";
        String first = jdbc.queryForObject(details, String.class, one);
        String second = jdbc.queryForObject(details, String.class, other);
        jdbc.update("update audit_log set details = ? where seal_number = ?", second, one);
        jdbc.update("update audit_log set details = ? where seal_number = ?", first, other);
        assertThat(found())
                .singleElement()
                .asString()
                .startsWith("FFB-7082 audit rows %d and %d were swapped".formatted(one, other));
    }

    @Test
    void aChainThatWasRewrittenToItsHeadHasNotTheSitesSignatureAndIsNotContinued() {
        sealed(9);
        jdbc.update("update audit_log set actor = 'mallory' where seal_number = 4");
        jdbc.update("update audit_log set seal_number = null where seal_number >= 4");
        SealedEntry third = chain.after(2, 1).get(0);
        jdbc.update("update audit_chain set head_number = 3, head_hash = ?, head_signature = ''", third.hash());
        sealer(chain(ChainKeys.none())).sealAll();

        assertThat(found()).containsExactly("FFB-7084 the head, number 9, has no signature");
        log.write(AuditEntry.done(AuditAction.STOP));
        assertThatThrownBy(() -> sealer.sealAll())
                .isInstanceOf(BrokenChainException.class)
                .hasMessageContaining("FFB-7085", "the head of the audit chain, number 9, has no signature");
        assertThat(checks(NOW.plus(Duration.ofHours(1))).lookAtAll())
                .extracting(Finding::rule)
                .containsExactly(Rule.AUDIT_SIGNATURE, Rule.AUDIT_UNSEALED);
    }

    @Test
    void aHeadThatWasPutBackToAnEarlierSignedOneIsFoundAndNotContinued() {
        sealed(5);
        var early = jdbc.queryForMap("select head_hash, head_time, head_signature from audit_chain");
        sealed(4);
        assertThat(checks.lookAtNew()).isEmpty();
        jdbc.update(
                "update audit_chain set head_number = 5, head_hash = ?, head_time = ?, head_signature = ?",
                early.get("HEAD_HASH"),
                early.get("HEAD_TIME"),
                early.get("HEAD_SIGNATURE"));

        assertThat(found())
                .singleElement()
                .asString()
                .startsWith("FFB-7083 audit rows stand behind the head, which is number 5");
        assertThatThrownBy(() -> sealer.sealAll()).hasMessageContaining("audit row 9 is not the one that the head");

        jdbc.update("delete from audit_log where seal_number > 5");
        assertThat(found())
                .as("this server remembers")
                .singleElement()
                .asString()
                .startsWith("FFB-7081 this server has seen the head number 9")
                .endsWith("the chain was cut");
    }

    @Test
    void retentionLeavesAnAnchorThatTheRestContinuesAndWhatIsRemovedBeyondItIsMissing() {
        log = log(NOW.minus(Duration.ofDays(400)));
        sealed(6);
        log = log(NOW);
        sealed(4);

        removeOld();

        assertThat(numbers()).containsExactly(7L, 8L, 9L, 10L);
        assertThat(chain.ends().anchor().number()).isEqualTo(6);
        assertThat(chain.ends().anchor().signature()).isNotEmpty();
        assertThat(found()).isEmpty();
        sealed(1);
        assertThat(found()).isEmpty();

        jdbc.update("delete from audit_log where seal_number = 7");
        assertThat(found()).containsExactly("FFB-7081 audit row 7 is missing");
        jdbc.update("update audit_chain set anchor_number = 7, anchor_hash = (select hash from audit_log where"
                + " seal_number = 8)");
        assertThat(found())
                .anyMatch(what -> what.startsWith("FFB-7084 the anchor, number 7, has a signature that does not fit"));
    }

    @Test
    void retentionRemovesNoDamageWithItsTrace() {
        log = log(NOW.minus(Duration.ofDays(400)));
        sealed(6);
        jdbc.update("update audit_log set actor = 'mallory' where seal_number = 4");

        removeOld();

        assertThat(numbers()).hasSize(6);
        assertThat(chain.ends().anchor().number()).isZero();
    }

    private void removeOld() {
        transaction.executeWithoutResult(
                status -> chain.removeBefore(NOW.minus(Duration.ofDays(365)).toEpochMilli()));
    }

    @Test
    void aLookAtWhatIsNewReadsOnlyThatAndADamageIsFoundAgain() {
        sealed(5);
        assertThat(checks.lookAtNew()).isEmpty();
        sealed(5);
        jdbc.update("update audit_log set actor = 'mallory' where seal_number in (2, 8)");

        for (int look = 0; look < 2; look++) {
            assertThat(checks.lookAtNew()).extracting(Finding::place).containsExactly("audit row 8");
        }
        assertThat(checks.lookAtAll()).extracting(Finding::place).containsExactly("audit row 2", "audit row 8");
    }

    @Test
    void aSitesFirstKeySignsWhatWasThereOnlyIfItsOperatorSaysSo() {
        chain = chain(ChainKeys.none());
        sealer = sealer(chain);
        log = log(NOW.minus(Duration.ofDays(400)));
        sealed(3);
        log = log(NOW);
        sealed(3);
        removeOld();
        write(1);

        chain = chain(keys(false));
        assertThatThrownBy(() -> sealer(chain).sealAll()).hasMessageContaining("has no signature");
        sealer(chain(keys(true))).sealAll();

        checks = checks(NOW);
        assertThat(found()).isEmpty();
        assertThat(chain.ends().head().partyId()).isEqualTo("9999");
    }
}
