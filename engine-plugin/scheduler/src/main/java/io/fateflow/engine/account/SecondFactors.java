package io.fateflow.engine.account;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.engine.account.CodeAnswer.Kind;
import io.fateflow.engine.account.SecondFactorStore.Row;
import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.worker.retry.Backoff;

/**
 * The second factor of this server's own accounts. Nothing here looks at passwords: whoever asks has found them right before. A code
 * is looked at, and used up, in one transaction with the account's row locked, so that it counts once, whichever servers it is sent
 * to. Wrong ones delay the next for the account, by whomever: only who has its password comes so far.
 */
public final class SecondFactors {

    private static final Logger LOG = LoggerFactory.getLogger(SecondFactors.class);
    private static final int FREE = 5;
    private static final Backoff DELAYS = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** As long as a page with a secret is good for. */
    private static final Duration LONGEST_ENROLMENT = Duration.ofMinutes(15);

    private final SecondFactorStore store;
    private final TransactionTemplate transaction;
    private final AuditLog audit;
    private final StoredSecrets secrets;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public SecondFactors(
            JdbcTemplate jdbc,
            PlatformTransactionManager transactions,
            AuditLog audit,
            StoredSecrets secrets,
            Clock clock) {
        this.store = new SecondFactorStore(jdbc);
        this.transaction = new TransactionTemplate(transactions);
        this.audit = audit;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * That an account has a second factor.
     *
     * @param since epoch milliseconds
     */
    public record Enrolled(String account, long since, int recoveryCodesLeft) {}

    /** The second factor of an account; empty if it has none. */
    public Optional<Enrolled> of(String account) {
        return store.find(account).flatMap(this::enrolled);
    }

    /** Whose there are. */
    public List<Enrolled> all() {
        return store.confirmed().stream().flatMap(row -> enrolled(row).stream()).toList();
    }

    private Optional<Enrolled> enrolled(Row row) {
        return Optional.ofNullable(row.confirmTime())
                .map(since -> new Enrolled(row.account(), since, store.recoveryCodesLeft(row.account())));
    }

    /**
     * Looks at the code of a log-in; a right one is used up.
     *
     * @param code an authenticator's, or a recovery code; empty if there is none
     * @param isDemanded whether the account has to have a second factor; asked only if it has none
     */
    public CodeAnswer check(String account, String code, BooleanSupplier isDemanded) {
        if (of(account).isEmpty()) {
            return CodeAnswer.of(isDemanded.getAsBoolean() ? Kind.TO_BE_ENROLLED : Kind.NOT_ASKED_FOR);
        }
        String given = code.strip().replace(" ", "");
        if (given.isEmpty()) {
            return CodeAnswer.of(Kind.MISSING);
        }
        return inTransaction(() -> store.lock(account)
                .filter(row -> row.confirmTime() != null)
                .map(row -> look(row, given))
                // taken off a moment ago: the next log-in finds it so
                .orElse(CodeAnswer.of(Kind.WRONG)));
    }

    private CodeAnswer look(Row row, String code) {
        if (!OneTimeCodes.isOne(code) && isTimeToLook(row) && isRecoveryCode(row.account(), code)) {
            store.used(row.account(), row.lastStep());
            write(row.account(), "recovery_code_used");
            return CodeAnswer.of(Kind.RIGHT);
        }
        return lookAtStep(row, code);
    }

    private boolean isTimeToLook(Row row) {
        return row.notBefore() <= clock.millis();
    }

    private boolean isRecoveryCode(String account, String code) {
        return store.takeRecoveryCode(account, RecoveryCodes.digest(account, code));
    }

    /** Of an authenticator's code. */
    private CodeAnswer lookAtStep(Row row, String code) {
        long now = clock.millis();
        if (!isTimeToLook(row)) {
            return new CodeAnswer(Kind.TOO_SOON, Duration.ofMillis(row.notBefore() - now));
        }
        Optional<String> readable = secret(row);
        if (readable.isEmpty()) {
            return CodeAnswer.of(Kind.WRONG);
        }
        String secret = readable.get();
        OptionalLong step = OneTimeCodes.step(secret, code, now, row.lastStep());
        if (step.isPresent()) {
            store.used(row.account(), step.getAsLong());
            keepAsNow(row, secret);
            return CodeAnswer.of(Kind.RIGHT);
        }
        failed(row, now);
        Optional<Duration> ahead = OneTimeCodes.ahead(secret, code, now);
        ahead.filter(SecondFactors::isClocks)
                .ifPresent(off -> LOG.warn(
                        "FFB-5297 the code of account {} was made by a clock that is {} s {} the site's: if that is so for several"
                                + " accounts, it is the clock of the database's machine that is wrong",
                        row.account(),
                        off.abs().toSeconds(),
                        off.isNegative() ? "behind" : "ahead of"));
        return ahead.filter(SecondFactors::isClocks)
                .map(off -> new CodeAnswer(Kind.OF_ANOTHER_TIME, off))
                .orElse(CodeAnswer.of(Kind.WRONG));
    }

    /** Empty if this server can't read it: no code is right then, and recovery codes are. */
    private Optional<String> secret(Row row) {
        try {
            return Optional.of(secrets.secret(row.account(), row.secret()));
        } catch (UnreadableSecretException e) {
            LOG.error("{}", e.getMessage());
            return Optional.empty();
        }
    }

    private void keepAsNow(Row row, String secret) {
        if (!secrets.isAsStoredNow(row.secret())) {
            store.secret(row.account(), secrets.store(row.account(), secret));
        }
    }

    /**
     * Stores all secrets as they are stored now; one that can't be read stays.
     *
     * @return how many had been stored otherwise
     */
    public int storeSecretsAnew() {
        int count = 0;
        for (String account : store.accounts()) {
            count += inTransaction(() -> store.lock(account)
                            .filter(row -> !secrets.isAsStoredNow(row.secret()))
                            .flatMap(row -> secret(row).map(secret -> {
                                keepAsNow(row, secret);
                                return true;
                            }))
                            .orElse(false))
                    ? 1
                    : 0;
        }
        return count;
    }

    /** A code of a step that counts would have been right, had it not been used. */
    private static boolean isClocks(Duration off) {
        return off.abs().toSeconds() > 30;
    }

    private void failed(Row row, long now) {
        int failures = row.failures() + 1;
        int beyond = failures - FREE;
        long wait = beyond < 0 ? 0 : DELAYS.full(beyond + 1).toMillis();
        store.failed(row.account(), failures, now + wait);
        if (beyond >= 0) {
            LOG.warn(
                    "FFB-5213 {} wrong codes in a row for account {}, whose password was right: the next one is looked at in {} s",
                    failures,
                    row.account(),
                    wait / 1000);
        }
    }

    /**
     * Makes a secret, which counts once a code of it has come.
     *
     * @return in Base32; empty if the account has a second factor already
     */
    public Optional<String> begin(String account) {
        return inTransaction(() -> {
            if (store.lock(account).filter(row -> row.confirmTime() != null).isPresent()) {
                return Optional.empty();
            }
            store.delete(account);
            String secret = OneTimeCodes.newSecret(random);
            store.insert(account, secrets.store(account, secret), clock.millis());
            return Optional.of(secret);
        });
    }

    /**
     * What came of an enrolment.
     *
     * @param recoveryCodes shown this once; none unless the code was right
     */
    public record Enrolment(CodeAnswer code, List<String> recoveryCodes) {}

    /** Has the secret that was made last count, if that is its code. */
    public Enrolment confirm(String account, String code) {
        return inTransaction(() -> {
            Optional<Row> begun = store.lock(account).filter(this::isUnderWay);
            CodeAnswer answer = begun.map(row -> lookAtStep(row, code.strip().replace(" ", "")))
                    .orElse(CodeAnswer.of(Kind.TO_BE_ENROLLED));
            if (answer.kind() != Kind.RIGHT) {
                return new Enrolment(answer, List.of());
            }
            store.confirm(account, clock.millis());
            write(account, "enrolled");
            return new Enrolment(answer, fresh(account));
        });
    }

    private boolean isUnderWay(Row row) {
        return row.confirmTime() == null && row.beginTime() + LONGEST_ENROLMENT.toMillis() >= clock.millis();
    }

    /** Others in place of the recovery codes that are left, for an account that has just proven who it is; shown this once. */
    public List<String> renewRecoveryCodes(String account) {
        return inTransaction(() -> {
            List<String> fresh = fresh(account);
            write(account, "recovery_codes_renewed");
            return fresh;
        });
    }

    private List<String> fresh(String account) {
        List<String> codes = RecoveryCodes.fresh(random);
        store.recoveryCodes(
                account,
                codes.stream().map(code -> RecoveryCodes.digest(account, code)).collect(Collectors.toList()));
        return codes;
    }

    /** Takes it off, for the account itself. */
    public boolean removeOwn(String account) {
        return inTransaction(() -> {
            boolean had = store.delete(account);
            if (had) {
                write(account, "removed");
            }
            return had;
        });
    }

    /**
     * Takes it off, for whoever acts in this thread.
     *
     * @return whether the account had one
     */
    public boolean remove(String account) {
        return inTransaction(() -> {
            boolean had = of(account).isPresent();
            store.delete(account);
            if (had) {
                audit.write(entry(account, "removed"));
            }
            return had;
        });
    }

    private void write(String account, String change) {
        audit.write(entry(account, change), new Actor(account, audit.actor().origin()));
    }

    private static AuditEntry entry(String account, String change) {
        return AuditEntry.done(AuditAction.SECOND_FACTOR)
                .with("account", account)
                .with("change", change);
    }

    private <T> T inTransaction(Supplier<T> work) {
        T result = transaction.execute(status -> work.get());
        if (result == null) {
            throw new IllegalStateException("a transaction of this class has a result");
        }
        return result;
    }
}
