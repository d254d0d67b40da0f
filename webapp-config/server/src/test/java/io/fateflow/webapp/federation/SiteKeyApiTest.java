package io.fateflow.webapp.federation;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.dsl.Party;
import io.fateflow.federation.auth.PemKeys;
import io.fateflow.federation.auth.SiteKeys;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.http.HttpCallSender;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyClient;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.FederatedServerTest;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** Keys are handed in while the server runs, and count from then on. */
@FederatedServerTest
@TestPropertySource(properties = {"fate.authentication.site.switch=true"})
class SiteKeyApiTest {

    private static final KeyPair HOST = Certificates.keys();
    private static final KeyPair GUEST = Certificates.keys();

    @TempDir
    private static Path place;

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    @DynamicPropertySource
    static void ownKey(DynamicPropertyRegistry registry) throws IOException {
        Path key = place.resolve("host.key");
        Files.writeString(
                key,
                "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                        .formatted(Base64.getMimeEncoder()
                                .encodeToString(HOST.getPrivate().getEncoded())));
        registry.add("fate.authentication.site.private-key", () -> key);
    }

    @Test
    void aKeyCountsFromItsSavingToItsDeletion() {
        assertThat(call(GUEST)).isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(
                        refused.answer().retmsg())
                .contains("FFB-6101"));

        assertThat(save(PemKeys.pem(GUEST.getPublic()))).contains("\"save success\"");
        assertThat(save(PemKeys.pem(GUEST.getPublic()))).contains("\"update success\"");

        assertThat(call(GUEST)).isInstanceOf(CallOutcome.Done.class);
        assertThat(call(Certificates.keys())).isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(
                        refused.answer().retcode())
                .isEqualTo(109));
        assertThat(caller.post("/v1/key/query", "{\"party_id\": 9999}").body()).contains("BEGIN PUBLIC KEY");

        assertThat(asAdministrator("/v1/key/public/delete", "{\"party_id\": \"9999\"}")
                        .body())
                .contains("\"retcode\":0");
        assertThat(call(GUEST)).isInstanceOf(CallOutcome.Refused.class);
        assertThat(jdbc.queryForList(
                        "select action from audit_log where action like 'site_key%' order by id", String.class))
                .containsExactly("site_key_save", "site_key_save", "site_key_delete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/key/public/save", "/v1/key/save", "/v1/key/public/delete", "/v1/key/delete"})
    void nobodyButAnAdministratorChangesWhomThisSiteTrusts(String path) {
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("party_id", 9998)
                .put("key", PemKeys.pem(GUEST.getPublic()))
                .toString();

        assertThat(caller.post(path, body).statusCode()).isEqualTo(401);
        assertThat(jdbc.queryForList("select party_id from site_key where party_id = '9998'"))
                .isEmpty();
    }

    @Test
    void nobodySignsAsThisSiteItself() {
        String stranger = PemKeys.pem(GUEST.getPublic());
        for (long own : new long[] {10000, 0}) {
            String body = JsonNodeFactory.instance
                    .objectNode()
                    .put("party_id", own)
                    .put("key", stranger)
                    .toString();
            assertThat(asAdministrator("/v1/key/public/save", body).body()).contains("FFB-5217", "\"retcode\":103");
        }
        // as an earlier version let anybody do
        jdbc.update(
                "insert into site_key (party_id, public_key, create_time, update_time) values ('10000', ?, 0, 0)",
                stranger);

        assertThat(call(GUEST, 10000)).isInstanceOf(CallOutcome.Refused.class);
        assertThat(call(GUEST, 0)).isInstanceOf(CallOutcome.Refused.class);
        jdbc.update("delete from site_key where party_id = '10000'");
    }

    @Test
    void handsOutThePublicKeyOnly() {
        String own = caller.post("/v1/key/query", "{\"party_id\": 10000}").body();
        String hidden = caller.post("/v1/key/query", "{\"party_id\": 10000, \"key_name\": \"private\"}")
                .body();

        assertThat(own.replace("\\n", "\n"))
                .contains(PemKeys.pem(HOST.getPublic()).strip());
        assertThat(hidden).contains("\"retcode\":0").doesNotContain("KEY-----", "data");
        assertThat(caller.post("/v1/key/query", "{\"party_id\": 4711}").body()).doesNotContain("data");
    }

    @Test
    void whatIsNoKeyIsRefused() {
        assertThat(save("no key")).contains("\"retcode\":100", "FFB-6103");
        assertThat(asAdministrator("/v1/key/public/save", "{\"party_id\": \"x\", \"key\": \"y\"}")
                        .body())
                .contains("party_id must be a number");
    }

    private String save(String pem) {
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("party_id", 9999)
                .put("key", pem)
                .toString();
        return asAdministrator("/v1/key/public/save", body).body();
    }

    private HttpResponse<String> asAdministrator(String path, String body) {
        return caller.send(caller.request(path, "admin", ServerTest.PASSWORD)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private CallOutcome call(KeyPair as) {
        return call(as, 9999);
    }

    private CallOutcome call(KeyPair as, long from) {
        SiteSigner signer = new SiteKeys(as.getPrivate(), Map.of(), false);
        PartyRoute route = new PartyRoute(Protocol.HTTP, "127.0.0.1", Integer.parseInt(caller.port()), null);
        PartyClient client = new PartyClient(
                new PartyDirectory(new Routes(from, Map.of(10000L, route), null), Clock.systemUTC()),
                Map.of(Protocol.HTTP, new HttpCallSender(100_000)),
                signer,
                "1.11.4",
                wait -> {
                    throw new AssertionError("one try does not wait");
                });
        return client.call(new Party("guest", from), 10000, new SiteCall.CommonInfo(), Tries.once());
    }
}
