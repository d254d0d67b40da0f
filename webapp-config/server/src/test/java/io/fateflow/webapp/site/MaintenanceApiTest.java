package io.fateflow.webapp.site;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class MaintenanceApiTest {

    private static final String PATH = "/v1/server/maintenance";
    private static final String OFF = "{\"data\":{\"enabled\":false},\"retcode\":0,\"retmsg\":\"success\"}\n";

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void isSwitchedOnWithAReasonAndOffAgain() {
        assertThat(caller.get(PATH).body()).isEqualTo(OFF);

        assertThat(caller.post(PATH, "{\"enabled\":true,\"reason\":\"new disks\"}")
                        .body())
                .startsWith("{\"data\":{\"by\":\"anonymous\",\"enabled\":true,\"reason\":\"new disks\",\"since\":");
        assertThat(caller.get(PATH).body()).contains("new disks");

        assertThat(caller.post(PATH, "{\"enabled\":false}").body()).isEqualTo(OFF);
        assertThat(jdbc.queryForList("select details from audit_log where action = 'maintenance'", String.class))
                .contains("{\"enabled\":true,\"reason\":\"new disks\"}");
    }

    @Test
    void wantsToKnowWhich() {
        assertThat(caller.post(PATH, "{}").body()).contains("\"retcode\":101", "enabled");
        assertThat(caller.post(PATH, "{\"enabled\":\"yes\"}").body())
                .isEqualTo("{\"retcode\":101,\"retmsg\":\"enabled must be true or false\"}\n");
    }
}
