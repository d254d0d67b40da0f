package io.fateflow.webapp.openapi;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** Whose calls have to be signed may not read unsigned what calls there are. */
@ServerTest
@Tag(ServerTest.SERVER)
@TestPropertySource(
        properties = {
            ServerTest.SECOND_ENGINE,
            "fate.authentication.client.switch=true",
            "fate.authentication.client.http-app-key=platform",
            "fate.authentication.client.http-secret-key=only-for-tests"
        })
class OpenApiAccessTest {

    @Autowired
    private Caller caller;

    @ParameterizedTest
    @ValueSource(strings = {"/v1/openapi.json", "/v1/openapi.json.yaml", "/v1/openapi.json/"})
    void theDescriptionIsForWhoMayMakeTheCalls(String path) {
        assertThat(caller.get(path).body())
                .doesNotContain("/v1/job/submit")
                .isEqualTo(caller.get("/v1/queue").body());
    }
}
