package io.fateflow.operations.doctor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.audit.chain.AuditChain.Ends;
import io.fateflow.engine.audit.chain.AuditChain.Unsealed;
import io.fateflow.engine.audit.chain.ChainDamage;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.audit.chain.ChainPoint;
import io.fateflow.engine.audit.chain.ChainVerifier;
import io.fateflow.engine.audit.chain.KeptHead;
import io.fateflow.engine.audit.chain.KeptHeads;
import io.fateflow.engine.audit.chain.SealedEntry;

/**
 * Whether the audit log is as it was sealed. Reads it page by page in one snapshot. Remembers how far it was whole, and the highest
 * head that it has seen: a chain that was cut, or put back to an earlier signed head, is found as long as this server lives.
 */
public final class AuditChecks {

    /** Entries are sealed a second after their commit, and within ten minutes whatever becomes of their server. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private static final int PAGE = 1_000;

    private final AuditChain chain;
    private final ChainKeys keys;
    private final Clock clock;
    private final KeptHeads heads;
    private final TransactionTemplate snapshot;
    private @Nullable ChainPoint whole;
    private @Nullable ChainPoint highest;

    public AuditChecks(DataSource dataSource, AuditChain chain, ChainKeys keys, Clock clock) {
        this.chain = chain;
        this.keys = keys;
        this.clock = clock;
        this.heads = new KeptHeads(new JdbcTemplate(dataSource), clock);
        this.snapshot = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        snapshot.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        // one view of the chain and its ends, whatever is sealed and removed meanwhile
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        snapshot.setReadOnly(true);
    }

    /** Reads all that is there. */
    public synchronized List<Finding> lookAtAll() {
        whole = null;
        return look();
    }

    /** Reads what was sealed since the last look, and again what was damaged then; all of it at the first look. */
    public synchronized List<Finding> lookAtNew() {
        return look();
    }

    private List<Finding> look() {
        return Objects.requireNonNull(snapshot.execute(status -> now()));
    }

    private List<Finding> now() {
        Ends ends = chain.ends();
        List<Finding> found = new ArrayList<>();
        signature(ends.head(), found);
        signature(ends.anchor(), found);
        putBack(ends).ifPresent(found::add);
        boolean goesOn = whole != null && isStillThere(whole, ends);
        ChainPoint from = goesOn && whole != null ? whole : ends.anchor();
        ChainVerifier verifier = ChainVerifier.behind(from);
        // what has a number below the anchor's was removed, and does not come again
        read(goesOn ? from.number() : 0, verifier);
        verifier.end(ends.head()).forEach(damage -> found.add(finding(damage)));
        if (found.isEmpty()) {
            whole = ends.head();
            highest = highest == null || ends.head().number() > highest.number() ? ends.head() : highest;
        }
        unsealed().ifPresent(found::add);
        atPartners(found);
        return found;
    }

    private void read(long behind, ChainVerifier verifier) {
        long last = behind;
        List<SealedEntry> page;
        do {
            page = chain.after(last, PAGE);
            page.forEach(verifier::next);
            last = page.isEmpty() ? last : page.get(page.size() - 1).number();
        } while (page.size() == PAGE);
    }

    private boolean isStillThere(ChainPoint point, Ends ends) {
        return point.number() > ends.anchor().number()
                && chain.after(point.number() - 1, 1).stream()
                        .anyMatch(entry ->
                                entry.number() == point.number() && entry.hash().equals(point.hash()));
    }

    private Optional<Finding> putBack(Ends ends) {
        ChainPoint seen = highest;
        if (seen == null || seen.number() <= ends.anchor().number() || isStillThere(seen, ends)) {
            return Optional.empty();
        }
        boolean isCut = ends.head().number() < seen.number();
        return Optional.of(Finding.of(
                isCut ? Rule.AUDIT_MISSING : Rule.AUDIT_BROKEN,
                isCut
                        ? "audit rows %d..%d".formatted(ends.head().number() + 1, seen.number())
                        : "audit row " + seen.number(),
                "this server has seen the head number %d with the hash %s: since then the chain was %s"
                        .formatted(seen.number(), seen.hash(), isCut ? "cut" : "rewritten")));
    }

    /** What partners have told counts as long as the chain contradicts it, and this site has signed it. */
    private void atPartners(List<Finding> found) {
        for (KeptHead kept : heads.contested(keys.partyId())) {
            ChainPoint head = kept.head();
            if (keys.trouble(head).isEmpty() && chain.contradicts(head)) {
                found.add(Finding.of(
                        Rule.AUDIT_CONTESTED,
                        "audit row " + head.number(),
                        "party %s keeps the head number %d with the hash %s, which this site has signed at %s"
                                .formatted(
                                        kept.partyId(),
                                        head.number(),
                                        head.hash(),
                                        Instant.ofEpochMilli(head.time()))));
            }
        }
        heads.contradictions()
                .forEach(twice -> found.add(Finding.of(
                        Rule.AUDIT_OF_PARTNER,
                        "audit log of party " + twice.partyId(),
                        "it has signed two heads with the number " + twice.number())));
    }

    private void signature(ChainPoint point, List<Finding> found) {
        keys.trouble(point)
                .ifPresent(why -> found.add(Finding.of(
                        Rule.AUDIT_SIGNATURE,
                        "audit chain's " + point.kind().wire(),
                        "the %s, number %d, %s".formatted(point.kind().wire(), point.number(), why))));
    }

    private Optional<Finding> unsealed() {
        Unsealed waiting = chain.unsealedBefore(clock.millis() - PATIENCE.toMillis());
        return waiting.count() == 0
                ? Optional.empty()
                : Optional.of(Finding.of(
                        Rule.AUDIT_UNSEALED,
                        "audit log",
                        "%d entries are not sealed, the oldest of %s"
                                .formatted(waiting.count(), Instant.ofEpochMilli(waiting.oldest()))));
    }

    private static Finding finding(ChainDamage damage) {
        Rule rule =
                switch (damage.kind()) {
                    case ALTERED -> Rule.AUDIT_ALTERED;
                    case MISSING -> Rule.AUDIT_MISSING;
                    case SWAPPED -> Rule.AUDIT_SWAPPED;
                    case BROKEN -> Rule.AUDIT_BROKEN;
                    case SIGNATURE -> Rule.AUDIT_SIGNATURE;
                };
        return Finding.of(rule, damage.place(), damage.what());
    }
}
