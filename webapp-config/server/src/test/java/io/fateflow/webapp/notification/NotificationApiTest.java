package io.fateflow.webapp.notification;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class NotificationApiTest {

    private static final String TEST = "/v1/notification/test";

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    private HttpResponse<String> asAdministrator(String body) {
        return caller.send(caller.request(TEST, "admin", ServerTest.PASSWORD).POST(BodyPublishers.ofString(body)));
    }

    @Test
    void onlyAnAdministratorTriesAReceiverAndHearsWhatBecameOfIt() {
        assertThat(caller.send(caller.request(TEST).POST(BodyPublishers.ofString("{\"receiver\": \"nowhere\"}")))
                        .statusCode())
                .isEqualTo(401);

        HttpResponse<String> answer = asAdministrator("{\"receiver\": \"nowhere\"}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"outcome\":\"failed\"", "\"receiver\":\"nowhere\"", "it can't be reached", "msg_")
                .doesNotContain("whsec", "hook");
        assertThat(jdbc.queryForList(
                        "select outcome from audit_log where action = 'notify' and actor = 'admin'", String.class))
                .contains("refused");
    }

    @Test
    void anUnknownReceiverIsSaidWithThoseThereAre() {
        HttpResponse<String> answer = asAdministrator("{\"receiver\": \"nobody\"}");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("FFB-6342", "nowhere");
        assertThat(asAdministrator("{}").body()).contains("required argument are missing: receiver");
    }
}
