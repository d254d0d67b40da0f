package io.fateflow.operations.doctor;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

import io.fateflow.database.testing.TestSchema;
import io.fateflow.dsl.Party;
import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.audit.chain.AuditSealer;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.audit.chain.ChainLines;
import io.fateflow.engine.audit.chain.HeadExchange;
import io.fateflow.engine.audit.chain.KeptHead;
import io.fateflow.engine.audit.chain.KeptHeads;
import io.fateflow.federation.auth.SiteSignature;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireRoutes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Two sites keep the heads of each other's audit logs, so that one that makes its log anew is found out. */
class HeadExchangeTest {

    private static final Clock NOW = Clock.fixed(Instant.parse("2026-01-02T12:00:00Z"), ZoneOffset.UTC);
    private static final long GUEST = 9999;
    private static final long HOST = 10000;
    private static final long STRANGER = 10001;
    private static final Map<Long, KeyPair> KEYS = Map.of(GUEST, pair(), HOST, pair(), STRANGER, pair());

    private static final Map<Long, JdbcConnectionPool> POOLS =
            Map.of(GUEST, pool(GUEST), HOST, pool(HOST), STRANGER, pool(STRANGER));

    private final Map<Long, Site> sites = new HashMap<>();
    private Site guest;
    private Site host;

    @BeforeEach
    void open() {
        guest = new Site(GUEST, HOST);
        host = new Site(HOST, GUEST);
        sites.put(GUEST, guest);
        sites.put(HOST, host);
    }

    private static JdbcConnectionPool pool(long party) {
        return JdbcConnectionPool.create(
                "jdbc:h2:mem:heads" + party + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "sa", "");
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

    /** As over the network: the call is written, and found by its path. */
    private CallOutcome call(Party sender, long receiver, WireCall call, Tries tries) {
        assertThat(tries).isNotNull();
        Site called = requireNonNull(sites.get(receiver));
        SiteCall.ExchangeHead arrived = (SiteCall.ExchangeHead)
                WireRoutes.parse("/v1/audit/head/exchange", call.body()).orElseThrow();
        Answer answer = called.exchange.keep(arrived, from(sender.partyId()));
        return answer.retcode() == Answer.SUCCESS
                ? new CallOutcome.Done(answer)
                : new CallOutcome.Refused(receiver, answer);
    }

    private static CallHeaders from(long party) {
        return new CallHeaders("1.11.4", Long.toString(party), "", "", "");
    }

    private void exchange() {
        PartyTransport network = this::call;
        guest.exchange.exchange(network, List.of(HOST), Tries.once());
    }

    @Test
    void eachKeepsWhatTheOtherHasSigned() {
        guest.writes(3);
        host.writes(2);
        exchange();
        exchange();
        guest.writes(1);
        exchange();

        assertThat(host.heads.of("9999"))
                .extracting(kept -> kept.head().number())
                .containsExactly(4L, 3L);
        assertThat(host.heads.last())
                .extracting(KeptHead::head)
                .containsExactly(guest.chain.ends().head());
        assertThat(guest.heads.of("10000"))
                .extracting(KeptHead::head)
                .containsExactly(host.chain.ends().head());
        assertThat(guest.found()).isEmpty();
        assertThat(host.found()).isEmpty();
    }

    @Test
    void whoMakesHisLogAnewIsToldByWhatHisPartnerHasKept() {
        guest.writes(5);
        exchange();
        guest.jdbc.update("update audit_log set details = '{\"n\":77}' where seal_number = 3");
        guest.makesItAnew();
        assertThat(guest.found()).as("by itself it looks whole").isEmpty();

        guest.writes(2);
        exchange();

        assertThat(guest.found()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.AUDIT_CONTESTED);
            assertThat(finding.place()).isEqualTo("audit row 5");
            assertThat(finding.what()).startsWith("party 10000 keeps the head number 5 with the hash ");
        });
    }

    @Test
    void whoCutsHisLogIsToldToo() {
        guest.writes(5);
        exchange();
        guest.jdbc.update("delete from audit_log where seal_number > 3");
        guest.makesItAnew();

        exchange();

        assertThat(guest.found()).extracting(Finding::rule).containsExactly(Rule.AUDIT_CONTESTED);
    }

    @Test
    void aPartnerThatSendsHeadsWithoutEndFillsNoDisk() {
        List<Object[]> many = IntStream.range(0, 20_000)
                .mapToObj(number -> new Object[] {"9999", -1 - number, "x", 0, "", Long.MAX_VALUE / 2})
                .toList();
        host.jdbc.batchUpdate("insert into partner_head values (?, ?, ?, ?, ?, ?)", many);
        guest.writes(1);
        host.writes(1);

        exchange();

        assertThat(host.jdbc.queryForObject("select count(*) from partner_head", Integer.class))
                .isEqualTo(many.size());
        assertThat(guest.heads.of("10000")).as("others are kept as before").hasSize(1);
    }

    @Test
    void aPartnerWithTwoHeadsOfOneNumberHasTwoLogs() {
        guest.writes(5);
        exchange();
        guest.jdbc.update("update audit_log set details = '{\"n\":77}' where seal_number = 3");
        guest.makesItAnew();

        exchange();

        assertThat(host.found()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.AUDIT_OF_PARTNER);
            assertThat(finding.what()).isEqualTo("it has signed two heads with the number 5");
        });
    }

    @Test
    void whatIsNotThePartnersWordIsNotKept() {
        guest.writes(1);
        ObjectNode head = ChainLines.tree(guest.chain.ends().head());
        ObjectNode ofAnother =
                ChainLines.tree(new Site(STRANGER, HOST).writes(1).chain.ends().head());

        assertThat(told(head.deepCopy().put("number", 2), GUEST)).contains("FFB-5306");
        assertThat(told(head.deepCopy().put("signature", ""), GUEST)).contains("FFB-5306");
        assertThat(told(ofAnother, STRANGER)).as("no key of it is known").contains("FFB-5306");
        assertThat(told(ofAnother, GUEST)).as("of another than who calls").contains("FFB-5305");
        assertThat(told(head.deepCopy().put("kind", "anchor"), GUEST)).contains("FFB-5305");
        assertThat(told(head.deepCopy().put("more", "x"), GUEST)).contains("FFB-5305");

        assertThat(host.heads.last()).isEmpty();
    }

    private String told(ObjectNode head, long by) {
        return String.valueOf(
                host.exchange.keep(new SiteCall.ExchangeHead(head), from(by)).retmsg());
    }

    @Test
    void aPartnerCanAccuseASiteOnlyOfWhatItHasSigned() {
        guest.writes(5);
        ObjectNode forged = ChainLines.tree(guest.chain.ends().head()).put("hash", "0".repeat(64));
        ObjectNode answer = forged.objectNode();
        answer.putArray("kept")
                .add(forged)
                .add(ChainLines.tree(guest.chain.ends().head()));
        PartyTransport liar = (sender, receiver, call, tries) -> new CallOutcome.Done(Answer.of(answer));

        guest.exchange.exchange(liar, List.of(HOST), Tries.once());

        assertThat(guest.found()).isEmpty();
        assertThat(guest.heads.contested("9999")).isEmpty();
    }

    @Test
    void whatWasKeptLongAgoIsToldAgain() {
        exchanges(60);
        guest.jdbc.update("update audit_log set details = '{\"n\":77}' where seal_number = 30");
        guest.makesItAnew();
        exchanges(60);
        guest.jdbc.update("delete from contested_head");

        exchanges(1);

        assertThat(guest.heads.contested("9999"))
                .isNotEmpty()
                .allSatisfy(kept -> assertThat(kept.head().number()).isBetween(30L, 60L));
    }

    private void exchanges(int count) {
        for (int i = 0; i < count; i++) {
            guest.writes(1);
            exchange();
        }
    }

    /** One site's log, and what it knows of its partner. */
    private static final class Site {

        final JdbcTemplate jdbc;
        final AuditChain chain;
        final KeptHeads heads;
        final HeadExchange exchange;
        private final AuditLog log;
        private final AuditSealer sealer;
        private final AuditChecks checks;

        Site(long party, long partner) {
            DataSource source = anew(party);
            jdbc = new JdbcTemplate(source);
            KeyPair own = requireNonNull(KEYS.get(party));
            ChainKeys keys = new ChainKeys(
                    Long.toString(party),
                    text -> SiteSignature.SHA256.sign(own.getPrivate(), text),
                    List.of(own.getPublic()),
                    false);
            chain = new AuditChain(jdbc, NOW, keys);
            heads = new KeptHeads(jdbc, NOW);
            exchange = new HeadExchange(
                    new SiteIdentity(party, "1.11.4", "127.0.0.1", 9380, 9360),
                    known -> known == partner
                            ? Optional.of(requireNonNull(KEYS.get(partner)).getPublic())
                            : Optional.empty(),
                    chain,
                    heads);
            log = new AuditLog(jdbc, NOW, () -> new Actor("alice", "192.0.2.7"));
            sealer = new AuditSealer(chain, new DataSourceTransactionManager(source));
            checks = new AuditChecks(source, chain, keys, NOW);
        }

        private static DataSource anew(long party) {
            try {
                return TestSchema.anew(requireNonNull(POOLS.get(party)));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        Site writes(int count) {
            for (int i = 0; i < count; i++) {
                log.write(AuditEntry.done(AuditAction.STOP).with("n", i));
            }
            sealer.sealAll();
            return this;
        }

        /** As whoever has the database and the site's key does it. */
        void makesItAnew() {
            jdbc.update("update audit_log set seal_number = null, digest = null, hash = null");
            jdbc.update("update audit_chain set head_number = 0, head_hash = ?, head_signature = ''", "0".repeat(64));
            sealer.sealAll();
        }

        List<Finding> found() {
            return checks.lookAtAll();
        }
    }
}
