package io.fateflow.webapp.e2e;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.federation.directory.PartyDirectory;
import io.fateflow.engine.federation.directory.PartyRoute;
import io.fateflow.engine.federation.directory.Routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Guest 9999 and host 10000, each a whole server with its own database, worker and processes, joined by a real transport. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TwoServersContract {

    private static final long GUEST = 9999;
    private static final long HOST = 10000;

    private ServerInThisJvm guest;
    private ServerInThisJvm host;

    /** How a server is called that was started with {@link #settings}. */
    abstract PartyRoute routeTo(ServerInThisJvm server);

    abstract void settings(Map<String, Object> settings);

    @BeforeAll
    void start(@TempDir Path guestHome, @TempDir Path hostHome) {
        guest = server(GUEST, guestHome);
        host = server(HOST, hostHome);
        // the ports are known only now
        guest.part(PartyDirectory.class).replace(new Routes(GUEST, Map.of(HOST, routeTo(host)), null));
        host.part(PartyDirectory.class).replace(new Routes(HOST, Map.of(GUEST, routeTo(guest)), null));
    }

    private ServerInThisJvm server(long party, Path home) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("fate.home", home);
        settings.put("fate.worker.heartbeat", "200ms");
        // what is computed is up to the components: here each part is a program that ends well
        settings.put("fate.worker.commands.SecureAddExample.command", "true");
        settings.put("fate.worker.commands.SecureAddExample.pass-arguments", false);
        settings.put("fate.federation.enabled", true);
        settings.put("fate.federation.party-id", party);
        settings(settings);
        return new ServerInThisJvm(settings);
    }

    @AfterAll
    void stop() {
        guest.close();
        host.close();
    }

    @Test
    void aJobOfTwoSitesSucceedsAtBothAndLeavesNothing() throws Exception {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        job.set(
                "job_dsl",
                FlowClient.JSON.readTree("{\"components\": {\"add_0\": {\"module\": \"SecureAddExample\"}}}"));
        job.set("job_runtime_conf", FlowClient.JSON.readTree("""
                        {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                         "role": {"guest": [9999], "host": [10000]},
                         "job_parameters": {"common": {"task_cores": 1, "federated_mode": "MULTIPLE"}}}"""));
        FlowClient client = new FlowClient(guest.port());

        String jobId = client.submit(job);

        client.awaitEnd(jobId, "success");
        await("the host has ended the job, too").until(() -> rows(host)
                .queryForList("select status from job where job_id = ?", String.class, jobId)
                .contains("success"));
        assertThat(rows(host).queryForList("select role from task where job_id = ?", String.class, jobId))
                .containsExactly("host");
        new Leases(rows(guest)).assertNoneIsLeft();
        new Leases(rows(host)).assertNoneIsLeft();
        await("the host has answered everything")
                .until(() ->
                        new Leases(rows(guest)).count("select count(*) from party_command where answer_time is null")
                                == 0);
    }

    private static JdbcTemplate rows(ServerInThisJvm server) {
        return new JdbcTemplate(server.part(DataSource.class));
    }
}
