package io.fateflow.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Job;
import io.fateflow.client.JobListener;
import io.fateflow.client.SubmittedJob;
import io.fateflow.client.TableUpload;
import io.fateflow.client.call.FateFlowException;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The compose file's two sites, without Docker: what its services are given is given to processes, and a job runs across
 * them. Their PostgreSQL lets nobody in without a password.
 */
class ComposeSitesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path place;

    @Test
    void aJobRunsAcrossTheTwoSitesAndNoSecretIsSeen() throws Exception {
        ImageFile.assumeOpenssl();
        makeSecrets();
        ComposeFile compose = ComposeFile.read();
        ImageFile image = ImageFile.read();
        Path hosts = Files.writeString(
                place.resolve("hosts"),
                "127.0.0.1 localhost guest host guest-database host-database "
                        + InetAddress.getLocalHost().getHostName() + "\n");
        try (EmbeddedPostgres ofGuest = database(compose.service("guest-database"));
                EmbeddedPostgres ofHost = database(compose.service("host-database"));
                ComposedSite guest = new ComposedSite(compose, "guest", image, place, place);
                ComposedSite host = new ComposedSite(compose, "host", image, place, place)) {
            Map<String, ComposedSite> sites = Map.of("guest", guest, "host", host);
            guest.start(sites, ofGuest.getPort(), hosts);
            host.start(sites, ofHost.getPort(), hosts);
            guest.awaitUp();
            host.awaitUp();
            upload(guest.client(), Jobs.GUEST_TABLE, "id,y,x0");
            upload(host.client(), Jobs.HOST_TABLE, "id,x1,x2");
            ObjectNode job = Jobs.secureAdd(30, 30);
            job.withObject("/job_runtime_conf/job_parameters/common").put("federated_mode", "MULTIPLE");

            SubmittedJob submitted = guest.client().jobs().submit(job.path("job_dsl"), job.path("job_runtime_conf"));
            assertThat(end(guest.client(), submitted)).isEqualTo("success");
            assertThat(end(host.client(), submitted)).isEqualTo("success");

            assertThatThrownBy(() -> guest.stranger().jobs().get(submitted.jobId()))
                    .isInstanceOf(FateFlowException.class)
                    .hasMessageContaining("FFB-5282");
            assertThat(guest.health()).isZero();
            List<String> secrets = Stream.concat(guest.secretTexts().stream(), host.secretTexts().stream())
                    .toList();
            assertThat(secrets).hasSize(8);
            for (ComposedSite site : sites.values()) {
                assertThat(site.placesOf(secrets)).isEmpty();
            }
            guest.server().terminate();
            host.server().terminate();
            assertThat(guest.health()).isOne();
            new ExecutorProcesses(guest.home()).assertNoneIsLeft();
            new ExecutorProcesses(host.home()).assertNoneIsLeft();
        }
    }

    private void makeSecrets() throws IOException, InterruptedException {
        Path secrets = place.resolve("secrets");
        Process made = new ProcessBuilder(
                        ImageFile.DOCKER.resolve("make-secrets.sh").toString(), secrets.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(made.waitFor()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets)))
                .isEqualTo("rwx------");
    }

    private EmbeddedPostgres database(ComposeFile.Service service) throws IOException, SQLException {
        Map<String, String> variables = service.environment();
        return database(
                place, variables, requireNonNull(service.secrets(place).get(variables.get("POSTGRES_PASSWORD_FILE"))));
    }

    /**
     * With the user and the database that PostgreSQL's image makes of such variables at its first start; it lets nobody in
     * without the password.
     */
    static EmbeddedPostgres database(Path place, Map<String, String> variables, Path password)
            throws IOException, SQLException {
        Path access = Files.writeString(place.resolve("hba.conf"), """
                host all postgres 127.0.0.1/32 trust
                host all all 127.0.0.1/32 scram-sha-256
                """);
        // its server runs as another user
        Files.setPosixFilePermissions(access, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("hba_file", access.toString())
                .start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create role %s login password '%s'"
                    .formatted(
                            variables.get("POSTGRES_USER"),
                            Files.readString(password).strip()));
            statement.execute("create database %s owner %s"
                    .formatted(variables.get("POSTGRES_DB"), variables.get("POSTGRES_USER")));
        }
        return postgres;
    }

    private void upload(FateFlowClient client, String table, String header) throws IOException, InterruptedException {
        Path file = Files.writeString(place.resolve(table + ".csv"), Jobs.csv(header));
        assertThat(end(client, client.tables().upload(TableUpload.csv(file, Jobs.NAMESPACE, table))))
                .isEqualTo("success");
    }

    private static String end(FateFlowClient client, SubmittedJob submitted)
            throws FateFlowException, InterruptedException {
        Job job = client.watch().toTheEnd(submitted.jobId(), JobListener.SILENT);
        return job.status();
    }
}
