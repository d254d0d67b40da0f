package io.fateflow.engine.audit.chain;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Heads of partners' audit logs that this site keeps, and heads of its own that partners keep and its log contradicts. */
public final class KeptHeads {

    /** Longer than a site keeps its entries, as it is usual: an earlier head can be held against nothing. */
    private static final Duration KEPT = Duration.ofDays(400);

    /** Twice as many of a partner as it sends in that time. More are not kept, so that nobody pushes out what he has sent before. */
    private static final int MOST = 20_000;

    private static final String COLUMNS = "head_number, hash, head_time, signature, received_time";

    private final JdbcClient jdbc;
    private final Clock clock;

    public KeptHeads(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /** Two heads that a partner has signed: of one log, only one of them can be. */
    public record Contradiction(String partyId, long number) {}

    /** Keeps a partner's head, unless it is there, or there are too many of the partner. What it has sent too long ago goes. */
    void keep(ChainPoint head) {
        jdbc.sql("delete from partner_head where party_id = :party and received_time < :before")
                .param("party", head.partyId())
                .param("before", clock.millis() - KEPT.toMillis())
                .update();
        insert("partner_head", "party_id", head.partyId(), head);
    }

    /** Remembers that a partner keeps a head of this site that its log contradicts. */
    void contest(String keptBy, ChainPoint own) {
        insert("contested_head", "kept_by", keptBy, own);
    }

    private void insert(String table, String column, String partyId, ChainPoint head) {
        jdbc.sql("insert into " + table + " (" + column + ", " + COLUMNS + ")"
                        + " select :party, :number, :hash, :time, :signature, :now"
                        + " where not exists (select 1 from " + table + " where " + column
                        + " = :party and head_number = :number and hash = :hash)"
                        + " and (select count(*) from " + table + " where " + column + " = :party) < :most")
                .param("most", MOST)
                .param("party", partyId)
                .param("number", head.number())
                .param("hash", head.hash())
                .param("time", head.time())
                .param("signature", head.signature())
                .param("now", clock.millis())
                .update();
    }

    /** A partner's, the highest first. */
    public List<KeptHead> of(String partyId) {
        return jdbc.sql("select party_id as party, " + COLUMNS
                        + " from partner_head where party_id = :party order by head_number desc, hash")
                .param("party", partyId)
                .query((row, index) -> kept(row, partyId))
                .list();
    }

    /** The last of each partner. */
    public List<KeptHead> last() {
        return jdbc
                .sql("select distinct party_id from partner_head order by party_id")
                .query(String.class)
                .list()
                .stream()
                .flatMap(party -> of(party).stream().limit(1))
                .toList();
    }

    /** What partners keep of this site, and its log contradicted when they said so. */
    public List<KeptHead> contested(String ownPartyId) {
        return jdbc.sql("select kept_by as party, " + COLUMNS
                        + " from contested_head order by kept_by, head_number, hash")
                .query((row, index) -> kept(row, ownPartyId))
                .list();
    }

    public List<Contradiction> contradictions() {
        return jdbc.sql("""
                select party_id, head_number
                from partner_head
                group by party_id, head_number
                having count(*) > 1
                order by party_id, head_number
                """)
                .query((row, index) -> new Contradiction(row.getString("party_id"), row.getLong("head_number")))
                .list();
    }

    private static KeptHead kept(ResultSet row, String signer) throws SQLException {
        return new KeptHead(
                row.getString("party"),
                new ChainPoint(
                        ChainPoint.Kind.HEAD,
                        signer,
                        row.getLong("head_number"),
                        row.getString("hash"),
                        row.getLong("head_time"),
                        row.getString("signature")),
                row.getLong("received_time"));
    }
}
