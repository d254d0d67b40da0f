package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** In processes of their own: the locale that one was started in stays. */
class FileNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX"})
    void whereLocalesHaveAsciiAloneNamesWithOtherLettersAreRefused(String locale) throws Exception {
        assertThat(in(locale))
                .contains("name: FFB-2068 no file can be called", "start it with LC_ALL=C.UTF-8")
                .contains("ascii: none")
                .contains("start: FFB-2068 This process's locale");
    }

    @ParameterizedTest
    @ValueSource(strings = "C.UTF-8")
    void elsewhereTheyAreNot(String locale) throws Exception {
        assertThat(in(locale)).contains("name: none", "ascii: none", "start: none");
    }

    private static String in(String locale) throws IOException, InterruptedException {
        ProcessBuilder java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Asks.class.getName())
                .redirectErrorStream(true);
        java.environment().put("LC_ALL", locale);
        Process process = java.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    static final class Asks {

        private Asks() {}

        public static void main(String[] arguments) {
            System.out.println("name: " + FileNames.objection("\u6c42\u548c_0").orElse("none"));
            System.out.println("ascii: " + FileNames.objection("sum_0").orElse("none"));
            System.out.println("start: " + FileNames.warning().orElse("none"));
        }
    }
}
