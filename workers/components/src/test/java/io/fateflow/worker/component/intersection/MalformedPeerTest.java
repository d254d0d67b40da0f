package io.fateflow.worker.component.intersection;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.crypto.psi.Curve25519Cipher;
import io.fateflow.worker.crypto.psi.IdHash;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;
import io.fateflow.worker.testing.Federation;

import static org.assertj.core.api.Assertions.assertThat;

/** A peer that does not keep to the protocol: the other party says so, and takes nothing from it. */
class MalformedPeerTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final TableName TABLE = new TableName("test", "ids");
    private static final Variables ECDH = Variables.of("ecdh");

    @TempDir
    Path directory;

    private Federation federation;

    @BeforeEach
    void data() throws Exception {
        federation = new Federation(directory, GUEST, HOST).parameters("{\"intersect_method\": \"ecdh\"}");
        for (String party : List.of(GUEST, HOST)) {
            try (TableWriter writer = federation.tables(party).create(TABLE, TableSchema.of("id", List.of(), 1))) {
                writer.add(new Row("a", List.of()));
                writer.add(new Row("b", List.of()));
                writer.commit();
            }
            federation.input(party, "data", TABLE);
        }
    }

    @Test
    void aHostThatSendsAPointOfLowOrderIsNamed() throws Exception {
        assertThat(againstHost(exchange -> {
                    channel(exchange, "id_ciphertext_exchange_h2g").send(guest(), 32, 1, place -> new byte[32]);
                }))
                .contains("malformed data from host 10000: id_ciphertext_exchange_h2g")
                .contains("low order");
    }

    @Test
    void aHostThatAnswersFewerIdsIsNamed() throws Exception {
        assertThat(againstHost(exchange -> {
                    channel(exchange, "id_ciphertext_exchange_h2g").send(guest(), 32, 2, MalformedPeerTest::point);
                    channel(exchange, "doubly_encrypted_id").send(guest(), 32, 1, MalformedPeerTest::point);
                }))
                .contains("malformed data from host 10000: doubly_encrypted_id")
                .contains("1 records for 2 ids");
    }

    @Test
    void aHostWhoseKeyIsNoneIsNamed() throws Exception {
        federation.parameters("{\"intersect_method\": \"rsa\"}");
        assertThat(againstHost(exchange -> exchange.sendJson(
                        Variables.of("rsa").name("host_pubkey"),
                        Variables.TAG,
                        guest(),
                        JsonNodeFactory.instance.objectNode().put("n", "15").put("e", "3"))))
                .contains("malformed data from host 10000: host_pubkey");
    }

    @Test
    void aHostWhoseKeyIsNoNumberIsNamed() throws Exception {
        federation.parameters("{\"intersect_method\": \"rsa\"}");
        assertThat(againstHost(exchange -> exchange.sendJson(
                        Variables.of("rsa").name("host_pubkey"), Variables.TAG, guest(), BooleanNode.TRUE)))
                .contains("malformed data from host 10000: host_pubkey");
    }

    @Test
    void aGuestThatNamesIdsTheHostNeverSentIsNamed() throws Exception {
        Federation.Run run = federation
                .component(() -> new Peer("guest", exchange -> {
                    channel(exchange, "id_ciphertext_exchange_g2h").send(host(), 32, 1, MalformedPeerTest::point);
                    channel(exchange, "intersect_ids").send(host(), 32, 1, MalformedPeerTest::point);
                }))
                .run();

        assertThat(run.failure(HOST))
                .contains("malformed data from guest 9999: intersect_ids")
                .contains("never sent");
    }

    private String againstHost(Behaviour behaviour) throws InterruptedException {
        Behaviour afterFirst = exchange -> {
            exchange.sendJson(Variables.USE_MATCH_ID, Variables.TAG, guest(), BooleanNode.FALSE);
            behaviour.run(exchange);
        };
        return federation.component(() -> new Peer("host", afterFirst)).run().failure(GUEST);
    }

    private static RecordChannel channel(Exchange exchange, String variable) {
        return ECDH.channel(exchange, variable);
    }

    private static byte[] point(int number) {
        return new Curve25519Cipher(new SecureRandom()).encryptId(new IdHash("sha256", "").of("p" + number));
    }

    private static Party guest() {
        return Federation.party(GUEST);
    }

    private static Party host() {
        return Federation.party(HOST);
    }

    /** What the peer does. */
    private interface Behaviour {
        void run(Exchange exchange) throws Exception;
    }

    /** The component, but at one role something else. */
    private record Peer(String role, Behaviour behaviour) implements Component {

        @Override
        public String module() {
            return "Intersection";
        }

        @Override
        public void run(ComponentContext context) throws Exception {
            if (context.task().self().role().equals(role)) {
                behaviour.run(context.exchange());
            } else {
                new Intersection().run(context);
            }
        }
    }
}
