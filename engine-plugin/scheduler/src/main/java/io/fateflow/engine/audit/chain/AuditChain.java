package io.fateflow.engine.audit.chain;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.engine.audit.AuditRecord;
import io.fateflow.engine.audit.AuditRows;

/**
 * The chain in the database: columns of {@code audit_log}, and the one row of {@code audit_chain}. What changes it belongs to the
 * caller's transaction and takes that row's lock first, so that the sealers of several servers, and retention, take turns; whoever
 * writes entries never waits for it.
 */
public final class AuditChain {

    private static final Logger LOG = LoggerFactory.getLogger(AuditChain.class);

    /** How many entries retention looks at in one transaction. */
    private static final int MOST_REMOVED = 50_000;

    private static final int PAGE = 1_000;

    private static final String ROW = "select * from audit_chain where chain_id = 1";

    private final JdbcTemplate template;
    private final JdbcClient jdbc;
    private final Clock clock;
    private final ChainKeys keys;

    public AuditChain(JdbcTemplate jdbc, Clock clock, ChainKeys keys) {
        this.template = jdbc;
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
        this.keys = keys;
    }

    /**
     * Where a chain begins and ends now.
     *
     * @param anchor the last entry that was removed
     * @param head the last entry
     */
    public record Ends(ChainPoint anchor, ChainPoint head) {}

    /** Entries that are committed and not sealed. */
    public record Unsealed(long count, long oldest) {}

    /**
     * Seals entries that are committed and not sealed yet, as they were written. An entry whose transaction took longer than
     * that of a later one is sealed behind it.
     *
     * @param most how many at most
     * @return how many
     * @throws BrokenChainException if the head is not what this site has signed: what was done to the chain would be signed, too
     */
    public int seal(int most) {
        Ends ends = ends(jdbc.sql(ROW + " for update"));
        requireOwn(ends.head());
        List<AuditRecord> entries = unsealed(most);
        if (entries.isEmpty()) {
            return 0;
        }
        List<Object[]> sealed = new ArrayList<>();
        long number = ends.head().number();
        String hash = ends.head().hash();
        for (AuditRecord entry : entries) {
            SealedEntry next = SealedEntry.after(number, hash, entry);
            sealed.add(new Object[] {next.number(), next.digest(), next.hash(), entry.id()});
            number = next.number();
            hash = next.hash();
        }
        template.batchUpdate("update audit_log set seal_number = ?, digest = ?, hash = ? where id = ?", sealed);
        write(ChainPoint.Kind.HEAD, number, hash);
        if (ends.head().signature().isEmpty() && ends.anchor().number() > 0) {
            // the site's first key: it answers for all that is there
            write(ChainPoint.Kind.ANCHOR, ends.anchor().number(), ends.anchor().hash());
        }
        return entries.size();
    }

    /** Along the index, however many wait: to sort them by their ids takes H2 a second of each batch of 200,000. */
    private List<AuditRecord> unsealed(int most) {
        return jdbc
                .sql("select " + AuditRows.COLUMNS
                        + " from audit_log where seal_number is null order by seal_number limit :most")
                .param("most", most)
                .query(AuditRows::read)
                .list()
                .stream()
                .sorted(Comparator.comparingLong(AuditRecord::id))
                .toList();
    }

    /** The last sealed entry must be the one that the head names, and the head this site's word. */
    private void requireOwn(ChainPoint head) {
        keys.trouble(head).ifPresent(why -> {
            throw new BrokenChainException("the head of the audit chain, number %d, %s".formatted(head.number(), why));
        });
        Optional<SealedEntry> last = jdbc.sql(
                        "select * from audit_log where seal_number is not null order by seal_number desc limit 1")
                .query(AuditChain::sealed)
                .optional();
        last.filter(entry -> entry.number() > head.number()
                        || (entry.number() == head.number() && !entry.hash().equals(head.hash())))
                .ifPresent(entry -> {
                    throw new BrokenChainException(
                            "audit row %d is not the one that the head of the chain names, number %d"
                                    .formatted(entry.number(), head.number()));
                });
    }

    /**
     * Removes sealed entries from the chain's beginning that are older, until the first that is not, and writes the anchor that the
     * rest continues. What is damaged stays, with all that follows it: it would be gone with its trace.
     */
    public void removeBefore(long time) {
        Ends ends = ends(jdbc.sql(ROW + " for update"));
        Optional<String> trouble = keys.trouble(ends.anchor()).or(() -> keys.trouble(ends.head()));
        ChainVerifier verifier = ChainVerifier.behind(ends.anchor());
        SealedEntry last = lastBefore(time, ends, verifier);
        if (last == null) {
            return;
        }
        if (trouble.isPresent() || !verifier.end().isEmpty()) {
            LOG.warn("old audit entries are kept, for the chain is damaged there: see doctor");
            return;
        }
        jdbc.sql("delete from audit_log where seal_number <= :last")
                .param("last", last.number())
                .update();
        write(ChainPoint.Kind.ANCHOR, last.number(), last.hash());
    }

    private @Nullable SealedEntry lastBefore(long time, Ends ends, ChainVerifier verifier) {
        SealedEntry last = null;
        for (int seen = 0; seen < MOST_REMOVED; seen += PAGE) {
            List<SealedEntry> page = after(last == null ? ends.anchor().number() : last.number(), PAGE);
            for (SealedEntry entry : page) {
                if (entry.entry().time() >= time || entry.number() > ends.head().number()) {
                    return last;
                }
                verifier.next(entry);
                last = entry;
            }
            if (page.size() < PAGE) {
                return last;
            }
        }
        return last;
    }

    /** Whose signatures count. */
    public ChainKeys keys() {
        return keys;
    }

    public Ends ends() {
        return ends(jdbc.sql(ROW));
    }

    private static Ends ends(StatementSpec statement) {
        return statement
                .query((row, number) -> new Ends(
                        point(ChainPoint.Kind.ANCHOR, "anchor", row), point(ChainPoint.Kind.HEAD, "head", row)))
                .single();
    }

    private static ChainPoint point(ChainPoint.Kind kind, String name, ResultSet row) throws SQLException {
        return new ChainPoint(
                kind,
                row.getString(name + "_party"),
                row.getLong(name + "_number"),
                row.getString(name + "_hash"),
                row.getLong(name + "_time"),
                row.getString(name + "_signature"));
    }

    /** Sealed entries behind a number, in their order. */
    public List<SealedEntry> after(long number, int most) {
        return jdbc.sql("select " + AuditRows.COLUMNS + """
                , seal_number, digest, hash
                from audit_log
                where seal_number > :number
                order by seal_number
                limit :most
                """)
                .param("number", number)
                .param("most", most)
                .query(AuditChain::sealed)
                .list();
    }

    /** Whether this chain does not go on from such a head; what is before its beginning can't be told. */
    public boolean contradicts(ChainPoint head) {
        ChainPoint anchor = ends().anchor();
        if (head.number() <= anchor.number()) {
            return head.number() == anchor.number() && !head.hash().equals(anchor.hash());
        }
        return after(head.number() - 1, 1).stream()
                .noneMatch(
                        entry -> entry.number() == head.number() && entry.hash().equals(head.hash()));
    }

    /** What has waited to be sealed since before that time, epoch milliseconds. */
    public Unsealed unsealedBefore(long time) {
        return jdbc.sql("""
                select count(*) as entries, coalesce(min(create_time), 0) as oldest
                from audit_log
                where seal_number is null and create_time < :time
                """)
                .param("time", time)
                .query((row, index) -> new Unsealed(row.getLong("entries"), row.getLong("oldest")))
                .single();
    }

    private void write(ChainPoint.Kind kind, long number, String hash) {
        ChainPoint point = keys.sign(ChainPoint.unsigned(kind, keys.partyId(), number, hash, clock.millis()));
        String sql = kind == ChainPoint.Kind.HEAD ? """
                update audit_chain
                set head_party = :party, head_number = :number, head_hash = :hash, head_time = :time,
                    head_signature = :signature
                where chain_id = 1
                """ : """
                update audit_chain
                set anchor_party = :party, anchor_number = :number, anchor_hash = :hash, anchor_time = :time,
                    anchor_signature = :signature
                where chain_id = 1
                """;
        jdbc.sql(sql)
                .param("party", point.partyId())
                .param("number", point.number())
                .param("hash", point.hash())
                .param("time", point.time())
                .param("signature", point.signature())
                .update();
    }

    private static SealedEntry sealed(ResultSet row, int number) throws SQLException {
        return new SealedEntry(
                row.getLong("seal_number"), AuditRows.read(row, number), text(row, "digest"), text(row, "hash"));
    }

    /** Whoever has altered the row may have left nothing. */
    private static String text(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }
}
