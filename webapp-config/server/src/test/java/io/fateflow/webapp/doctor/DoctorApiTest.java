package io.fateflow.webapp.doctor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import picocli.CommandLine;

import io.fateflow.transfer.Address;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** The doctor over HTTP and on the command line, on a whole server. */
@ServerTest
class DoctorApiTest {

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private DoctorMetrics metrics;

    @Autowired
    private ExchangeSpool spool;

    @AfterEach
    void heal() {
        jdbc.update("update engine_registry set remaining_cores = cores");
    }

    @Test
    void showsTheInsideOfTheSiteToNobodyWithoutALogin() {
        assertThat(caller.get("/v1/doctor").statusCode()).isEqualTo(401);
        assertThat(caller.post("/v1/doctor/repair", "{\"findings\":[]}").statusCode())
                .isEqualTo(401);
    }

    @Test
    void saysWhatIsWrongWhyItMattersAndWhatToDo() {
        loseCores();

        String answer = get("/v1/doctor");

        assertThat(answer)
                .contains(
                        "\"id\":\"FFB-7001\"",
                        "\"place\":\"engine computing STANDALONE\"",
                        "\"severity\":\"error\"",
                        "17.0000 are free",
                        "\"remedy\":\"repair",
                        "\"why\":\"jobs wait");
    }

    @Test
    void repairsWhatIsNamedAndWritesItDown() {
        loseCores();

        assertThat(repair("{\"findings\":[\"FFB-7001 engine nobody has\"]}")).contains("\"repaired\":[]");
        assertThat(repair("{\"findings\":[\"FFB-7001 engine computing STANDALONE\"]}"))
                .contains("\"findings\":[]", "\"repaired\":[{\"id\":\"FFB-7001\"");

        assertThat(audited()).anyMatch(details -> details.contains("FFB-7001"));
    }

    /** What looks each minute may have been sooner, but not twice. */
    @Test
    void removesWhatIsSpooledForAJobThatIsNoMore() {
        assertThat(List.of("202601021530459990010_add_0", "202601021530459990020_add_0"))
                .anyMatch(this::isFoundAndRemoved);

        assertThat(audited()).anyMatch(details -> details.contains("FFB-7050"));
    }

    private boolean isFoundAndRemoved(String taskId) {
        String session = Address.session(taskId, 0);
        Address share = new Address(
                session, "share", "0", new Address.Member("guest", "9999"), new Address.Member("host", "10000"));
        try {
            spool.send(share, new ByteArrayInputStream(new byte[100]));
            String found = get("/v1/doctor");
            String repaired = repair("{\"findings\":[\"FFB-7050 spooled data of attempt " + session + "\"]}");

            assertThat(repaired).contains("\"findings\":[]");
            assertThat(spool.sessions()).doesNotContain(session);
            return found.contains("FFB-7050")
                    && found.contains(session)
                    && repaired.contains("\"repaired\":[{\"id\":\"FFB-7050\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void notesThatTheSiteDoesNotGoByRolesAndFindsNothingInThat() {
        assertThat(get("/v1/doctor")).contains("\"findings\":[]", "\"notes\":[{\"id\":\"FFB-5014\"");
        assertThat(run()).startsWith("0 The site is sound").contains("note     FFB-5014", "fate.access.roles=true");
    }

    @Test
    void wantsAList() {
        assertThat(repair("{}")).contains("\"retcode\":101", "findings");
        assertThat(repair("{\"findings\":\"all\"}")).contains("\"retcode\":101", "list");
    }

    @Test
    void theCommandExplainsAndItsExitCodeTells() {
        assertThat(run()).startsWith("0 The site is sound");
        loseCores();

        assertThat(run())
                .startsWith("1 error    FFB-7001  engine computing STANDALONE")
                .contains("why:", "remedy:");
        assertThat(run("--json")).startsWith("1 {").contains("\"repairable\" : true");
        assertThat(run("--repair")).startsWith("0 repaired FFB-7001 engine computing STANDALONE");
    }

    @Test
    void theCommandSaysWhyItCannotLook() {
        assertThat(run("--server", "http://192.0.2.1:9380")).startsWith("2 ");
        assertThat(run("--user", "nobody")).startsWith("2 ");
    }

    @Test
    void theMetricsCountWhatIsFoundAndNameNoJob() {
        loseCores();
        metrics.look();

        String scraped = get("/actuator/prometheus");

        assertThat(scraped)
                .contains(
                        "fate_doctor_findings{severity=\"error\"} 1.0",
                        "fate_engine_cores{engine=\"STANDALONE\",state=\"total\"} 20.0",
                        "fate_jobs{status=\"running\"} 0.0",
                        "fate_leases{kind=\"job\"} 0.0",
                        "fate_jobs_oldest_wait_seconds 0.0",
                        "fate_engine_backlog",
                        "fate_incidents 0.0",
                        "fate_store_size_bytes{store=\"runs\"}",
                        "fate_table_rows{table=\"act_hi_procinst\"}")
                .doesNotContain("job_id", "jobId");
    }

    private void loseCores() {
        jdbc.update("update engine_registry set remaining_cores = cores - 3");
    }

    private String get(String path) {
        return caller.send(caller.request(path, "admin", ServerTest.PASSWORD)).body();
    }

    private String repair(String body) {
        return caller.send(caller.request("/v1/doctor/repair", "admin", ServerTest.PASSWORD)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)))
                .body();
    }

    /** Exit code, and what was printed. */
    private String run(String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        CommandLine command =
                new CommandLine(new DoctorCommand(out, Map.of(DoctorCommand.PASSWORD, ServerTest.PASSWORD)));
        command.setErr(new PrintWriter(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        String[] all = new String[arguments.length + 2];
        all[0] = "--server";
        all[1] = "http://127.0.0.1:" + caller.port();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        int exitCode = command.setOverwrittenOptionsAllowed(true).execute(all);
        return exitCode + " " + printed.toString(StandardCharsets.UTF_8);
    }

    private List<String> audited() {
        return jdbc.queryForList("select details from audit_log where action = 'repair'", String.class);
    }
}
