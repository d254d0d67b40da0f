package io.fateflow.webapp.home;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class AddressCheckTest {

    private final MockEnvironment environment = new MockEnvironment();

    @ParameterizedTest
    @ValueSource(strings = {"server.servlet.context-path", "spring.mvc.servlet.path"})
    void aPrefixOfPathsIsRefused(String setting) {
        environment.setProperty(setting, "/fate");

        assertThatIllegalStateException()
                .isThrownBy(this::check)
                .withMessageContainingAll("FFB-2070", setting + " is /fate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/"})
    void noPrefixIsNone(String path) {
        environment.setProperty("server.servlet.context-path", path);

        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.ssl.bundle", "server.ssl.certificate", "server.ssl.key-store"})
    void tlsThatItsOwnWorkerCouldNotCallIsRefusedWithTheRemedy(String setting) {
        environment.setProperty(setting, "web");

        assertThatIllegalStateException()
                .isThrownBy(this::check)
                .withMessageContainingAll("FFB-2069", "fate.worker.enabled=false");
    }

    @Test
    void tlsIsForServersWithoutAWorker() {
        environment.setProperty("server.ssl.bundle", "web");
        environment.setProperty("fate.worker.enabled", "false");

        assertThatCode(this::check).doesNotThrowAnyException();
    }

    private void check() {
        AddressCheck.check(environment);
    }
}
