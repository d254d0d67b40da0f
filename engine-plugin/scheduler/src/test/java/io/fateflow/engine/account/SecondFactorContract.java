package io.fateflow.engine.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.threeten.extra.MutableClock;

import io.fateflow.engine.account.CodeAnswer.Kind;
import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditLog;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of codes, on any database. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class SecondFactorContract {

    private static final String ANN = "ann";
    private static final Duration STEP = Duration.ofSeconds(30);

    private final MutableClock clock = MutableClock.of(Instant.parse("2026-01-01T00:00:15Z"), ZoneOffset.UTC);
    private StoredSecrets secrets = StoredSecrets.PLAIN;
    private JdbcTemplate jdbc;
    private SecondFactors factors;
    private String secret;

    /** With the tables of a site, in which nothing has happened. */
    abstract DataSource dataSource() throws Exception;

    @BeforeEach
    void annHasNone() throws Exception {
        DataSource source = dataSource();
        jdbc = new JdbcTemplate(source);
        factors = server(source);
    }

    private SecondFactors server(DataSource source) {
        return server(source, clock);
    }

    private SecondFactors server(DataSource source, Clock time) {
        return new SecondFactors(
                jdbc,
                new DataSourceTransactionManager(source),
                new AuditLog(jdbc, clock, () -> new Actor("anonymous", "192.0.2.1")),
                secrets,
                time);
    }

    @Test
    void withoutOnePasswordsAreEnoughUnlessOneIsDemanded() {
        assertThat(check("").kind()).isEqualTo(Kind.NOT_ASKED_FOR);
        assertThat(factors.check(ANN, "", () -> true).kind()).isEqualTo(Kind.TO_BE_ENROLLED);
        assertThat(factors.check(ANN, "123456", () -> true).logsIn()).isFalse();
    }

    @Test
    void aSecretCountsFromItsFirstCodeOn() {
        secret = factors.begin(ANN).orElseThrow();
        assertThat(check("").kind())
                .as("nobody is locked out by half an enrolment")
                .isEqualTo(Kind.NOT_ASKED_FOR);
        assertThat(factors.confirm(ANN, "000000").recoveryCodes()).isEmpty();
        assertThat(factors.of(ANN)).isEmpty();

        assertThat(factors.confirm(ANN, code()).recoveryCodes()).hasSize(10).doesNotHaveDuplicates();

        assertThat(factors.of(ANN).orElseThrow().recoveryCodesLeft()).isEqualTo(10);
        assertThat(check("").kind()).isEqualTo(Kind.MISSING);
        assertThat(factors.begin(ANN)).as("not in place of one that counts").isEmpty();
        assertThat(audited()).containsExactly("ann {\"account\":\"ann\",\"change\":\"enrolled\"}");
    }

    @Test
    void anEnrolmentThatNobodyHasEndedIsOver() {
        secret = factors.begin(ANN).orElseThrow();
        clock.add(Duration.ofMinutes(16));

        assertThat(factors.confirm(ANN, code()).code().kind()).isEqualTo(Kind.TO_BE_ENROLLED);
        assertThat(factors.of(ANN)).isEmpty();
    }

    @Test
    void aCodeIsUsedOnceAndNoneBeforeItIsUsedAfterIt() {
        enrol();
        assertThat(check(code()).kind()).as("that of the enrolment").isEqualTo(Kind.WRONG);
        String before = code();
        clock.add(STEP);
        String now = code();

        assertThat(check(now).kind()).isEqualTo(Kind.RIGHT);
        assertThat(check(now).kind()).isEqualTo(Kind.WRONG);
        assertThat(check(before).kind()).isEqualTo(Kind.WRONG);
    }

    /** Two servers of one database: both have looked at the row before one of them writes, if nothing keeps them from it. */
    @Test
    void ofTwoServersThatAreSentTheSameCodeOneTakesIt() throws Exception {
        enrol();
        clock.add(STEP);
        String code = code();
        CyclicBarrier bothHaveLooked = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Kind>> answers = new ArrayList<>();
            for (int server = 0; server < 2; server++) {
                SecondFactors one = server(Objects.requireNonNull(jdbc.getDataSource()), new Meeting(bothHaveLooked));
                answers.add(
                        threads.submit(() -> one.check(ANN, code, () -> false).kind()));
            }

            assertThat(List.of(answers.get(0).get(), answers.get(1).get()))
                    .containsExactlyInAnyOrder(Kind.RIGHT, Kind.WRONG);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Time is asked for when the row has been read; there whoever asks waits a while for the other. */
    private final class Meeting extends Clock {

        private final CyclicBarrier both;

        Meeting(CyclicBarrier both) {
            this.both = both;
        }

        @Override
        public Instant instant() {
            try {
                both.await(1, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                // the other one waits for the row
            }
            return clock.instant();
        }

        @Override
        public ZoneId getZone() {
            return clock.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new IllegalStateException("of one zone");
        }
    }

    @Test
    void wrongCodesDelayTheNextWhicheverServerLooksAtItAndARightOneForgetsThem() {
        enrol();
        clock.add(STEP);
        for (int wrong = 0; wrong < 5; wrong++) {
            assertThat(check("000000").kind()).isEqualTo(Kind.WRONG);
        }
        SecondFactors other = server(Objects.requireNonNull(jdbc.getDataSource()));

        assertThat(other.check(ANN, code(), () -> false))
                .isEqualTo(new CodeAnswer(Kind.TOO_SOON, Duration.ofSeconds(1)));
        clock.add(Duration.ofSeconds(1));
        assertThat(check("000000").kind()).isEqualTo(Kind.WRONG);
        assertThat(check(code()).time()).isEqualTo(Duration.ofSeconds(2));
        clock.add(Duration.ofSeconds(2));
        assertThat(check(code()).kind()).isEqualTo(Kind.RIGHT);
        assertThat(check("000000").kind()).isEqualTo(Kind.WRONG);
        clock.add(STEP);
        assertThat(check(code()).kind()).isEqualTo(Kind.RIGHT);
    }

    @Test
    void aClockThatIsFiveMinutesOffIsSaidToBe() {
        enrol();
        clock.add(Duration.ofMinutes(10));
        String early = OneTimeCodes.at(secret, clock.instant().plusSeconds(300));

        assertThat(check(early)).isEqualTo(new CodeAnswer(Kind.OF_ANOTHER_TIME, Duration.ofMinutes(5)));
        assertThat(check(OneTimeCodes.at(secret, clock.instant().minusSeconds(300)))
                        .time())
                .isEqualTo(Duration.ofMinutes(-5));
    }

    @Test
    void aRecoveryCodeLogsInOnceHoweverItIsWritten() {
        List<String> codes = enrol();
        String written = codes.get(3).toUpperCase(Locale.ROOT).replace('-', ' ');

        assertThat(check(written).kind()).isEqualTo(Kind.RIGHT);
        assertThat(check(written).kind()).isEqualTo(Kind.WRONG);
        assertThat(check(codes.get(4)).kind()).isEqualTo(Kind.RIGHT);
        assertThat(factors.of(ANN).orElseThrow().recoveryCodesLeft()).isEqualTo(8);
        assertThat(factors.check("bob", codes.get(5), () -> true).logsIn()).isFalse();
        assertThat(audited()).contains("ann {\"account\":\"ann\",\"change\":\"recovery_code_used\"}");
    }

    @Test
    void recoveryCodesAreKeptAsDigestsAndNewOnesTakeTheirPlace() {
        List<String> codes = enrol();
        assertThat(jdbc.queryForList("select digest from recovery_code", String.class))
                .hasSize(10)
                .doesNotContainAnyElementsOf(codes)
                .allMatch(digest -> digest.matches("[0-9a-f]{64}"));

        List<String> fresh = factors.renewRecoveryCodes(ANN);

        assertThat(check(codes.get(0)).kind()).isEqualTo(Kind.WRONG);
        assertThat(check(fresh.get(0)).kind()).isEqualTo(Kind.RIGHT);
    }

    @Test
    void whatIsTakenOffIsGoneAndSaysByWhom() {
        enrol();

        assertThat(factors.remove(ANN)).isTrue();

        assertThat(check("").kind()).isEqualTo(Kind.NOT_ASKED_FOR);
        assertThat(factors.remove(ANN)).isFalse();
        assertThat(jdbc.queryForObject("select count(*) from recovery_code", Integer.class))
                .isZero();
        assertThat(audited()).last().isEqualTo("anonymous {\"account\":\"ann\",\"change\":\"removed\"}");
    }

    /** Stands for a cipher with a key of one letter: what it has stored begins with that, and is the secret backwards. */
    private record Backwards(String key) implements StoredSecrets {

        @Override
        public String store(String account, String secret) {
            return key + account + new StringBuilder(secret).reverse();
        }

        @Override
        public String secret(String account, String stored) {
            if (stored.matches("[A-Z2-7]+")) {
                return stored;
            }
            if (!stored.startsWith(key + account)) {
                throw new UnreadableSecretException("the key is missing", null);
            }
            return new StringBuilder(stored.substring(key.length() + account.length()))
                    .reverse()
                    .toString();
        }

        @Override
        public boolean isAsStoredNow(String stored) {
            return stored.startsWith(key);
        }
    }

    private String stored() {
        return jdbc.queryForObject("select secret from second_factor", String.class);
    }

    @Test
    void aSecretIsKeptAsTheSiteStoresIt() {
        secrets = new Backwards("!");
        factors = server(Objects.requireNonNull(jdbc.getDataSource()));
        enrol();
        clock.add(STEP);

        assertThat(stored()).startsWith("!ann").doesNotContain(secret);
        assertThat(check(code()).kind()).isEqualTo(Kind.RIGHT);
    }

    @Test
    void aSecretThatWasStoredOtherwiseIsStoredAnewAtItsNextUseAndAtTheStart() {
        enrol();
        clock.add(STEP);
        assertThat(stored()).isEqualTo(secret);
        secrets = new Backwards("!");
        factors = server(Objects.requireNonNull(jdbc.getDataSource()));

        assertThat(check(code()).kind()).isEqualTo(Kind.RIGHT);
        assertThat(stored()).startsWith("!ann");

        jdbc.update("update second_factor set secret = ?", secret);
        assertThat(factors.storeSecretsAnew()).isEqualTo(1);
        assertThat(stored()).startsWith("!ann");
        assertThat(factors.storeSecretsAnew()).isZero();
    }

    @Test
    void whereASecretCannotBeReadNoCodeIsRightAndRecoveryCodesAre() {
        secrets = new Backwards("!");
        factors = server(Objects.requireNonNull(jdbc.getDataSource()));
        List<String> codes = enrol();
        clock.add(STEP);
        secrets = new Backwards("?");
        factors = server(Objects.requireNonNull(jdbc.getDataSource()));

        assertThat(check(code()).kind()).isEqualTo(Kind.WRONG);
        assertThat(factors.storeSecretsAnew()).isZero();
        assertThat(check(codes.get(0)).kind()).isEqualTo(Kind.RIGHT);
    }

    /** @return the recovery codes */
    private List<String> enrol() {
        secret = factors.begin(ANN).orElseThrow();
        return factors.confirm(ANN, code()).recoveryCodes();
    }

    private CodeAnswer check(String code) {
        return factors.check(ANN, code, () -> false);
    }

    private String code() {
        return OneTimeCodes.at(secret, clock.instant());
    }

    private List<String> audited() {
        return jdbc.queryForList(
                "select actor || ' ' || details from audit_log where action = 'second_factor' order by id",
                String.class);
    }
}
