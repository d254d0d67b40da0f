package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

import com.fasterxml.jackson.databind.JsonNode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.JobListener;
import io.fateflow.client.TableUpload;
import io.fateflow.client.Worker;
import io.fateflow.client.profile.ServerProfile;
import io.fateflow.client.profile.SigningKey;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Server and worker of site 9999 of the Kubernetes manifests, as processes that are given what their pods are given: over TLS,
 * with the files that docs/kubernetes has one make. Only the worker's runtime is another one, since there is no cluster.
 */
class KubernetesSiteTest {

    private static final String NAME = "fate-flow.site-9999.svc";
    private static final String NODE = "fate-flow-0.fate-flow-nodes.site-9999.svc";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path place;

    private final int port = ChildJvm.freePort();

    /** As docs/kubernetes says. */
    @BeforeEach
    void makeSecretsAndCertificates() throws Exception {
        ImageFile.assumeOpenssl();
        run(
                ImageFile.DOCKER.resolve("make-secrets.sh").toString(),
                file("secrets").toString());
        Files.writeString(file("worker-password"), "of the worker\n");
        run(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "1",
                "-subj",
                "/CN=site-9999",
                "-addext",
                "subjectAltName=DNS:" + NAME + ",DNS:*.fate-flow-nodes.site-9999.svc,DNS:localhost",
                "-keyout",
                file("tls.key").toString(),
                "-out",
                file("tls.crt").toString());
        run(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-importcert",
                "-noprompt",
                "-alias",
                "ca",
                "-file",
                file("tls.crt").toString(),
                "-keystore",
                file("truststore.p12").toString(),
                "-storepass",
                "changeit");
        Files.writeString(
                file("hosts"),
                "127.0.0.1 localhost fate-database fate-flow.site-10000.svc %s %s %s%n"
                        .formatted(NAME, NODE, InetAddress.getLocalHost().getHostName()));
    }

    @Test
    void itsWorkerRunsWhatTheServerIsAskedForOverTls() throws Exception {
        PodFile pod = PodFile.of("fate-flow", place)
                .mount("fate-settings", "spring.datasource.password", file("secrets/guest-database-password"))
                .mount("fate-settings", "fate.admin.password", file("secrets/guest-admin-password"))
                .mount("fate-settings", "fate.authentication.client.http-secret-key", file("secrets/guest-client-key"))
                .mount("fate-signature", "site.pem", file("secrets/guest-signature.pem"))
                .mount("fate-tls", "tls.crt", file("tls.crt"))
                .mount("fate-tls", "tls.key", file("tls.key"))
                .mount("fate-parties", "10000.pem", file("secrets/host-signature.pub.pem"))
                .mount("fate-parties", "10000-ca.pem", file("tls.crt"));
        PodFile ofWorker = PodFile.of("fate-worker", place)
                .mount("fate-worker", "password", file("worker-password"))
                .mount("fate-trust", "truststore.p12", file("truststore.p12"));
        try (EmbeddedPostgres postgres = ComposeSitesTest.database(
                        place,
                        environment(PodFile.of("fate-database", place)),
                        file("secrets/guest-database-password"));
                ChildJvm server = server(pod, postgres.getPort())) {
            new FlowClient(URI.create("https://localhost:" + port), client()).awaitUp(server);
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                JsonNode get = pod.probe(probe);
                assertThat(get.path("scheme").asText()).isEqualTo("HTTPS");
                String host = get.path("httpHeaders").findValuesAsText("value").get(0);
                assertThat(statusOf(get.path("path").asText(), host)).contains(" 200");
                assertThat(statusOf(get.path("path").asText(), "10.1.2.3"))
                        .as("the pod's address is no name of the server")
                        .contains(" 403");
            }
            makeAccountOfTheWorker();
            try (ChildJvm worker = worker(ofWorker)) {
                FateFlowClient flow = FateFlowClient.to(ServerProfile.open(URI.create("https://localhost:" + port))
                        .trusting(file("tls.crt"))
                        .with(new SigningKey(
                                requireNonNull(pod.environment().get("FATE_AUTHENTICATION_CLIENT_HTTPAPPKEY")),
                                secret("guest-client-key"))));
                Path csv = Files.writeString(file("t.csv"), Jobs.csv("id,y,x0"));

                String job = flow.tables()
                        .upload(TableUpload.csv(csv, Jobs.NAMESPACE, "t"))
                        .jobId();

                assertThat(flow.watch().toTheEnd(job, JobListener.SILENT).status())
                        .as(worker.output())
                        .isEqualTo("success");
                assertThat(flow.site().nodes().workers())
                        .extracting(Worker::name)
                        .containsExactly("fate-worker-0");
                assertThat(flow.site().nodes().nodes())
                        .extracting(node -> node.name() + " " + node.url())
                        .containsExactly("fate-flow-0 https://" + NODE + ":" + port);
                worker.terminate();
            }
            server.terminate();
            new ExecutorProcesses(file("var/lib/fate-flow/worker")).assertNoneIsLeft();
        }
    }

    private ChildJvm server(PodFile pod, int databasePort) throws IOException {
        Map<String, String> environment = environment(pod);
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.computeIfPresent("FATE_NODE_URL", (name, url) -> url.replace(":9380", ":" + port));
        environment.computeIfPresent(
                "SPRING_DATASOURCE_URL", (name, url) -> url.replace(":5432/", ":" + databasePort + "/"));
        return ChildJvm.start(
                place,
                environment,
                List.of("-Xmx256m", "-Djdk.net.hosts.file=" + file("hosts")),
                List.of(),
                pod.arguments().toArray(String[]::new));
    }

    /** The image's, and the container's in their place. */
    private Map<String, String> environment(PodFile pod) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(ImageFile.read().environment());
        environment.computeIfPresent(
                "SPRING_CONFIG_IMPORT",
                (name, value) ->
                        value.replace("/run/secrets", file("run/secrets").toString()));
        environment.putAll(pod.environment());
        return environment;
    }

    /** Its executors find what those in pods do in the environment that they inherit. */
    private ChildJvm worker(PodFile pod) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(pod.environment());
        environment.put(
                "JAVA_TOOL_OPTIONS",
                requireNonNull(PodFile.environmentOfExecutors(place).get("JAVA_TOOL_OPTIONS"))
                        + " -Djdk.net.hosts.file=" + file("hosts"));
        List<String> options =
                List.of(requireNonNull(environment.get("JAVA_OPTS")).split(" +", -1));
        List<String> arguments = new ArrayList<>(pod.arguments());
        assertThat(arguments.removeIf(argument -> argument.startsWith("--runtime")))
                .isTrue();
        arguments.replaceAll(argument -> argument.replace(":9380", ":" + port));
        return ChildJvm.start(place, environment, options, List.of(), arguments.toArray(String[]::new));
    }

    /** In group {@code fateWorkers}, by the administrator whose password is in a file. */
    private void makeAccountOfTheWorker() throws Exception {
        engine("POST", "/user/create", """
                {"profile": {"id": "worker", "firstName": "", "lastName": "", "email": ""},
                 "credentials": {"password": "of the worker"}}""");
        engine("PUT", "/group/fateWorkers/members/worker", "");
    }

    private void engine(String method, String path, String body) throws Exception {
        String login = "admin:" + secret("guest-admin-password");
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/engine-rest" + path))
                .header("Content-Type", "application/json")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .method(method, BodyPublishers.ofString(body))
                .build();
        assertThat(client().send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(204);
    }

    /** What a kubelet gets, which looks at no certificate's name. */
    private String statusOf(String path, String host) throws Exception {
        try (SSLSocket socket =
                (SSLSocket) trusting().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            out.write("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                    .formatted(path, host)
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readNBytes(16), StandardCharsets.US_ASCII);
        }
    }

    private HttpClient client() throws Exception {
        return HttpClient.newBuilder().sslContext(trusting()).build();
    }

    private SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file("truststore.p12"))) {
            authorities.load(in, "changeit".toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private String secret(String name) throws IOException {
        return Files.readString(file("secrets/" + name)).strip();
    }

    private Path file(String name) {
        return place.resolve(name);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
