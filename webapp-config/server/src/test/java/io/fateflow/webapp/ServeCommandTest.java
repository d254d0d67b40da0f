package io.fateflow.webapp;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

class ServeCommandTest {

    @Test
    void takesEverySettingBehindTheCommand() {
        assertThat(serve("--port", "1", "--fate.site.cores-per-node=40", "--spring.datasource.url=jdbc:x?a=b")
                        .settings())
                .containsExactly(
                        entry("fate.site.cores-per-node", "40"),
                        entry("spring.datasource.url", "jdbc:x?a=b"),
                        entry("server.port", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--hom=x", "home", "--fate.site.cores-per-node", "--Fate.site=1"})
    void refusesWhatIsNoSetting(String argument) {
        ServeCommand serve = serve(argument);

        assertThatThrownBy(serve::settings)
                .isInstanceOf(UnmatchedArgumentException.class)
                .hasMessageContaining(argument);
    }

    private static ServeCommand serve(String... arguments) {
        ServeCommand serve = new ServeCommand();
        new CommandLine(serve).parseArgs(arguments);
        return serve;
    }
}
