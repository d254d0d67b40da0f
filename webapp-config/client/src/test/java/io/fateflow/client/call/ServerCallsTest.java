package io.fateflow.client.call;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.client.StubServer;
import io.fateflow.client.StubServer.Asked;
import io.fateflow.client.profile.Login;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;
import io.fateflow.client.profile.SigningKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

/** How calls are made, and what becomes of those that fail. */
class ServerCallsTest {

    private static final ObjectNode BODY = JsonNodeFactory.instance.objectNode().put("job_id", "1");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1_700_000_000_000L));
    private static final Login ALICE = new Login("alice", "pass word");

    private final StubServer server = StubServer.start();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void anOpenServerIsCalledAsItIs() throws Exception {
        server.says("/v1/job/stop", "{\"a\":1}");

        assertThat(open().post("job/stop", BODY).at("/data/a").asInt()).isEqualTo(1);

        assertThat(server.asked("/v1/job/stop").get(0).headers())
                .doesNotContainKeys("Signature", "Cookie", "Authorization");
    }

    @Test
    void aKeySignsAsFatesClientsDo() throws Exception {
        server.says("/v1/job/stop", "{}").says("/v1/queue", "{}");
        ServerCalls calls = calls(profile().with(new SigningKey("app", "geheim")));

        calls.post("job/stop", BODY);
        calls.get("queue");

        Asked stop = server.asked("/v1/job/stop").get(0);
        assertThat(stop.headers().getFirst("SIGNATURE"))
                .isEqualTo(signature(stop, "/v1/job/stop", "{\"job_id\":\"1\"}"));
        assertThat(stop.headers().getFirst("TIMESTAMP")).isEqualTo("1700000000000");
        Asked queue = server.asked("/v1/queue").get(0);
        assertThat(queue.headers().getFirst("SIGNATURE")).isEqualTo(signature(queue, "/v1/queue", ""));
        assertThat(queue.headers().getFirst("NONCE"))
                .isNotEqualTo(stop.headers().getFirst("NONCE"));
    }

    /** Written down once more, from FATE's description. */
    private static String signature(Asked asked, String target, String body) throws Exception {
        String text = asked.headers().getFirst("TIMESTAMP") + "\n"
                + asked.headers().getFirst("NONCE") + "\napp\n" + target + "\n" + body + "\n";
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec("geheim".getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aLoginIsASessionThatIsBegunAgainWhenTheServerHasForgottenIt() throws Exception {
        server.says("/board/api/login", 200, "{\"user\":\"alice\"}", Map.of("Set-Cookie", "JSESSIONID=one; Path=/"))
                .says("/board/api/login", 200, "{\"user\":\"alice\"}", Map.of("Set-Cookie", "JSESSIONID=two; Path=/"))
                .says("/board/v1/job/stop", "{}")
                .says("/board/v1/job/stop", 401, "{\"retcode\":401,\"retmsg\":\"FFB-5400 Nobody is logged in.\"}")
                .says("/board/v1/job/stop", "{}");
        ServerCalls calls = calls(profile().with(ALICE));

        calls.post("job/stop", BODY);
        calls.post("job/stop", BODY);

        assertThat(server.asked("/board/v1/job/stop"))
                .extracting(request -> request.headers().getFirst("Cookie"))
                .containsExactly("JSESSIONID=one", "JSESSIONID=one", "JSESSIONID=two");
        assertThat(server.asked("/board/api/login")
                        .get(0)
                        .json()
                        .path("password")
                        .asText())
                .isEqualTo("pass word");
    }

    @Test
    void whoHasBothSignsAndLogsInForWhatOnlyAccountsMay() throws Exception {
        server.says("/board/api/login", 200, "{}", Map.of("Set-Cookie", "JSESSIONID=one; Path=/"))
                .says("/board/v1/doctor", "{}")
                .says("/v1/queue", "{}");
        ServerCalls calls = calls(profile().with(ALICE).with(new SigningKey("app", "geheim")));

        calls.get("queue");
        calls.asAccount().get("doctor");

        assertThat(server.asked)
                .extracting(Asked::path)
                .containsExactly("/v1/queue", "/board/api/login", "/board/v1/doctor");
    }

    @Test
    void aWrongPasswordIsRefusedAccessWithTheServersRemedy() {
        server.says(
                "/board/api/login",
                401,
                "{\"id\":\"FFB-5403\",\"message\":\"The account or the password is wrong.\",\"remedy\":\"Ask.\"}");

        assertThatThrownBy(() -> calls(profile().with(ALICE)).post("job/stop", BODY))
                .asInstanceOf(type(AccessRefusedException.class))
                .satisfies(e -> assertThat(e).hasMessage("FFB-5403 The account or the password is wrong."))
                .satisfies(e -> assertThat(e.remedy()).isEqualTo("Ask."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "200 ; {\"retcode\":109,\"retmsg\":\"signature authentication failed\"} ; AccessRefused ; FFB-5282",
                "403 ; {\"retcode\":403,\"retmsg\":\"FFB-5003 in none of the groups\"}  ; AccessRefused ; FFB-5003",
                "429 ; {\"retcode\":429,\"retmsg\":\"FFB-5212 Too many\"}               ; AccessRefused ; FFB-5212",
                "200 ; {\"retcode\":103,\"retmsg\":\"FFB-3001 it runs\"}                ; CallRefused   ; FFB-3001",
                "400 ; {\"retcode\":400,\"retmsg\":\"FFB-6318 no such queue\"}          ; CallRefused   ; FFB-6318",
                "503 ; {\"retcode\":503,\"retmsg\":\"FFB-5406 the database\"}           ; Unreachable   ; FFB-5406",
                "502 ; <html>bad gateway</html>                                         ; Unreachable   ; FFB-5277",
                "200 ; <html>hello</html>                                               ; Unreachable   ; FFB-5277",
                "200 ; {}                                                               ; Unreachable   ; FFB-5277"
            })
    void whatGoesWrongHasATypeAndAnId(int status, String body, String kind, String id) {
        server.says("/v1/job/stop", status, body);

        assertThatThrownBy(() -> open().post("job/stop", BODY))
                .asInstanceOf(type(FateFlowException.class))
                .satisfies(e -> assertThat(e.getClass().getSimpleName()).isEqualTo(kind + "Exception"))
                .satisfies(e -> assertThat(e.id()).isEqualTo(id));
    }

    @Test
    void anExceptionOfFateFlowsIsItsText() {
        server.says("/v1/job/stop", 200, "{\"retcode\":100,\"retmsg\":\"ValueError('FFB-6126 it can\\\\nnot be')\"}");

        assertThatThrownBy(() -> open().post("job/stop", BODY)).hasMessage("FFB-6126 it can\nnot be");
    }

    @Test
    void aNameThatNobodyKnowsIsNotTakenForAMachineThatDoesNotListen() throws Exception {
        ServerCalls calls =
                ServerCalls.to(ServerProfile.open(URI.create("http://no-such-machine.invalid:9380")), CLOCK);

        assertThatThrownBy(() -> calls.get("queue"))
                .isInstanceOf(UnreachableException.class)
                .hasMessageEndingWith("no machine of that name is known here");
    }

    @Test
    void nobodyThereIsSaidWithTheAddress() {
        server.close();

        assertThatThrownBy(() -> open().post("job/stop", BODY))
                .isInstanceOf(UnreachableException.class)
                .hasMessageContaining("FFB-5276 " + server.address());
    }

    @Test
    void aServerThatDiesBeforeItAnswersMayBeRestarting() throws Exception {
        try (ServerSocket dying = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread death = new Thread(() -> {
                try {
                    while (true) {
                        dying.accept().close();
                    }
                } catch (IOException closed) {
                    // the test is over
                }
            });
            death.start();
            ServerCalls calls =
                    ServerCalls.to(ServerProfile.open(URI.create("http://127.0.0.1:" + dying.getLocalPort())), CLOCK);

            assertThatThrownBy(() -> calls.get("queue")).hasMessageContaining("may just be restarting");
            dying.close();
            death.join();
        }
    }

    @Test
    void aFileIsSentAsAFormWithItsParametersInTheQuery() throws Exception {
        server.says("/v1/data/upload", "{}");
        Path file = Files.writeString(folder.resolve("a.csv"), "id,x\n1,ä\n");
        ServerCalls calls = calls(profile().with(new SigningKey("app", "geheim")));

        calls.upload("data/upload", JsonNodeFactory.instance.objectNode().put("namespace", "a b+c"), file);

        Asked asked = server.asked("/v1/data/upload").get(0);
        assertThat(URLDecoder.decode(asked.query(), StandardCharsets.UTF_8)).isEqualTo("{\"namespace\":\"a b+c\"}");
        assertThat(asked.body()).contains("name=\"file\"; filename=", "\r\n\r\nid,x\n1,ä\n\r\n--");
        assertThat(asked.headers().getFirst("SIGNATURE"))
                .isEqualTo(signature(asked, "/v1/data/upload?" + asked.query(), ""));
    }

    @Test
    @Tag("slow")
    void anHttpsServerIsTrustedByTheProfilesCertificateOnly() throws Exception {
        Path pem = folder.resolve("server.pem");
        try (StubServer safe = StubServer.start(certified(pem))) {
            safe.says("/v1/queue", "{}");
            ServerProfile profile = ServerProfile.open(safe.address());

            assertThat(calls(profile.trusting(pem)).get("queue").path("retcode").asInt())
                    .isZero();
            assertThatThrownBy(() -> calls(profile).get("queue"))
                    .isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("FFB-5279");
            Path none = Files.writeString(folder.resolve("none.pem"), "");
            assertThatThrownBy(() -> calls(profile.trusting(none)))
                    .isInstanceOf(ProfileException.class)
                    .hasMessageContaining("FFB-5279");
        }
    }

    /** A certificate of its own, made by the JDK's program for that. */
    private SSLContext certified(Path pem) throws Exception {
        Path store = folder.resolve("server.p12");
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=stub",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store.toString());
        keytool("-exportcert", "-rfc", "-file", pem.toString(), "-keystore", store.toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "geheim".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "geheim".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void keytool(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-alias", "server", "-storepass", "geheim", "-storetype", "PKCS12"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.out").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("keytool.out")))
                .isZero();
    }

    private ServerProfile profile() {
        return ServerProfile.open(server.address());
    }

    private ServerCalls open() throws ProfileException {
        return calls(profile());
    }

    private static ServerCalls calls(ServerProfile profile) throws ProfileException {
        return ServerCalls.to(profile, CLOCK);
    }

    @Test
    void remediesComeFromTheListOfErrors() {
        assertThat(Remedies.of("FFB-1002")).isEqualTo("Submit a JSON object.");
        assertThat(Remedies.of("FFB-0000")).isEmpty();
        assertThat(Remedies.in("went wrong: FFB-5212 Too many"))
                .contains("docs/operating.md")
                .doesNotContain("](");
    }
}
