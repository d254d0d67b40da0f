package io.fateflow.tools.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** An account's second factor from the command line, whose secrets stand in files and on the standard input only. */
class SecondFactorCommandTest {

    private static final String CODES = "{\"recoveryCodes\":[\"aaaa-bbbb\",\"cccc-dddd\"]}";

    private final StringWriter results = new StringWriter();
    private final StringWriter remarks = new StringWriter();
    private final List<String> asked = new ArrayList<>();
    private final InputStream before = System.in;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("begin", 200, "{\"secret\":\"ABCD\",\"link\":\"otpauth://totp/x?secret=ABCD\",\"qr\":{}}");
        answer("confirm", 200, CODES);
        answer("recovery-codes", 401, """
                {"id":"FFB-5287","message":"The code is wrong, or was used already.","remedy":"Wait for the next one."}""");
        answer("remove", 200, "");
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        System.setIn(before);
    }

    private void answer(String call, int status, String body) {
        server.createContext("/board/api/login/second-factor/" + call, exchange -> {
            asked.add(call + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private int execute(String input, String... arguments) {
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        String[] all = Stream.concat(
                        Arrays.stream(arguments),
                        Stream.of(
                                "--server",
                                "http://127.0.0.1:" + server.getAddress().getPort()))
                .toArray(String[]::new);
        return new CommandLine(new SecondFactorCommand())
                .setOut(new PrintWriter(results, true))
                .setErr(new PrintWriter(remarks, true))
                .execute(all);
    }

    private Path secrets() throws IOException {
        Path file = Files.writeString(folder.resolve("secrets"), "user = carol\npassword = of-a-file\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void whatAnAuthenticatorTakesIsPrinted() throws IOException {
        assertThat(execute("", "enrol", "--secrets", secrets().toString())).isZero();

        assertThat(asked).containsExactly("begin {\"user\":\"carol\",\"password\":\"of-a-file\"}");
        assertThat(results.toString().lines()).containsExactly("ABCD", "otpauth://totp/x?secret=ABCD");
        assertThat(remarks.toString()).contains("second-factor confirm").doesNotContain("ABCD", "of-a-file");
    }

    @Test
    void passwordAndCodeAreLinesOfTheInput() {
        assertThat(execute("typed\n123456\n", "confirm", "--user", "carol", "--json"))
                .isZero();

        assertThat(asked).containsExactly("confirm {\"user\":\"carol\",\"password\":\"typed\",\"code\":\"123456\"}");
        assertThat(results.toString()).contains("\"recovery_codes\"", "aaaa-bbbb", "cccc-dddd");
    }

    @Test
    void itIsTakenOffWithACode() throws IOException {
        assertThat(execute("aaaa-bbbb\n", "remove", "--secrets", secrets().toString()))
                .isZero();

        assertThat(asked).singleElement().satisfies(call -> assertThat(call).contains("\"code\":\"aaaa-bbbb\""));
        assertThat(results.toString()).contains("no second factor any more");
    }

    @Test
    void aWrongCodeIsSaidWithWhatToDo() throws IOException {
        assertThat(execute("000000\n", "recovery-codes", "--secrets", secrets().toString()))
                .isEqualTo(ExitCodes.NO_SERVER);

        assertThat(remarks.toString()).contains("FFB-5287", "To do: Wait for the next one.");
    }

    @ParameterizedTest
    @CsvSource({"confirm, carol, typed", "remove, carol, ''", "enrol, carol, ''", "enrol, , ''"})
    void whoGivesTooLittleCallsNobody(String what, String user, String input) {
        String[] arguments = user == null ? new String[] {what} : new String[] {what, "--user", user};

        assertThat(execute(input, arguments)).isEqualTo(ExitCodes.USAGE);
        assertThat(asked).isEmpty();
        assertThat(remarks.toString()).contains("FFB-5316");
    }

    @Test
    void aPasswordThatIsTypedGoesToNobodyToWhomOthersListen() {
        System.setIn(new ByteArrayInputStream("typed\n".getBytes(StandardCharsets.UTF_8)));

        int exitCode = new CommandLine(new SecondFactorCommand())
                .setErr(new PrintWriter(remarks, true))
                .execute("enrol", "--user", "carol", "--server", "http://192.0.2.1:9380");

        assertThat(exitCode).isEqualTo(ExitCodes.USAGE);
        assertThat(remarks.toString()).contains("FFB-5275");
    }

    /** Options of a process are seen by all users of a machine. */
    @Test
    void noOptionTakesASecret() {
        assertThat(new CommandLine(new SecondFactorCommand()).getSubcommands().values())
                .flatExtracting(command -> command.getCommandSpec().options())
                .extracting(OptionSpec::longestName)
                .containsOnly("--user", "--profile", "--server", "--secrets", "--json", "--help", "--version");
    }
}
