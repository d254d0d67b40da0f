package io.fateflow.webapp;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ForeignSettingsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FATE_HOME",
                "fate.home",
                "FATE_FEDERATION_PARTYID",
                "FATE_WORKER_NAME",
                "SERVER_PORT",
                "SPRING_APPLICATION_JSON",
                "SPRING_DATASOURCE_URL",
                "spring_profiles_active",
                "MANAGEMENT_SERVER_PORT",
                "LOGGING_FILE_NAME"
            })
    void settingsOfAnotherServerAreForeign(String name) {
        assertThat(ForeignSettings.isOne(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FATE_PYTHON_HOME",
                "FATE_WORKER_EXECUTORDIRECTORY",
                "FATEFUL",
                "SERVERS",
                "JAVA_TOOL_OPTIONS",
                "MY_FATE_HOME"
            })
    void whatIsSoOfTheMachineIsNot(String name) {
        assertThat(ForeignSettings.isOne(name)).isFalse();
    }
}
