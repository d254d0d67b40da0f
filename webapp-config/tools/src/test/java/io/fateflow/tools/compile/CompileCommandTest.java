package io.fateflow.tools.compile;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import io.fateflow.dsl.ProblemCatalogueTest;

import static org.assertj.core.api.Assertions.assertThat;

class CompileCommandTest {

    private static final String DSL = """
            {"components": {"b": {"module": "Union", "input": {"data": {"data": ["a.d"]}}},
                            "a": {"module": "Reader", "output": {"data": ["d"]}}}}""";

    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": ["10000"]},
             "component_parameters": {"common": {"a": {"text": "\\ud800 ü"}}}}""";

    private static final String PREDICT_CONF =
            "{\"dsl_version\": 2, \"initiator\": {\"role\": \"guest\", \"party_id\": 1}, \"role\": {\"guest\": [1]}}";

    @TempDir
    private Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeFiles() throws IOException {
        write("dsl.json", DSL);
        write("conf.json", CONF);
    }

    private Path write(String name, String text) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private int run(String... arguments) {
        return new CommandLine(new CompileCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private int compile(String dsl, String conf, String... more) {
        String[] arguments = new String[more.length + 4];
        arguments[0] = "--dsl";
        arguments[1] = dir.resolve(dsl).toString();
        arguments[2] = "--conf";
        arguments[3] = dir.resolve(conf).toString();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return run(arguments);
    }

    private int corpus(String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "--corpus";
        arguments[1] = dir.toString();
        System.arraycopy(more, 0, arguments, 2, more.length);
        return run(arguments);
    }

    @Test
    void writesThePlanInTopologicalOrder() throws IOException {
        Path plan = dir.resolve("new/plan.json");

        assertThat(compile("dsl.json", "conf.json", "--plan", plan.toString())).isZero();
        JsonNode written = new ObjectMapper().readTree(plan.toFile());
        assertThat(written).isEqualTo(new ObjectMapper().readTree("""
                        {"components": [
                          {"name": "a", "module": "Reader", "upstream": [], "parties": [
                            {"role": "guest", "party_id": 9999, "parameters": {"text": "\\ud800 ü"}},
                            {"role": "host", "party_id": 10000, "parameters": {"text": "\\ud800 ü"}}]},
                          {"name": "b", "module": "Union", "upstream": ["a"], "parties": [
                            {"role": "guest", "party_id": 9999, "parameters": {}},
                            {"role": "host", "party_id": 10000, "parameters": {}}]}]}"""));
    }

    @Test
    void writesTheProcess() {
        Path bpmn = dir.resolve("dag.bpmn");

        assertThat(compile("dsl.json", "conf.json", "--bpmn", bpmn.toString())).isZero();
        assertThat(bpmn).content().contains("<bpmn:callActivity id=\"c_0\" name=\"a\"");
        assertThat(out.toString()).startsWith("ok: 2 components, 2 parties, process fate-dag-");
    }

    @Test
    void printsWhatIsWrongAndWhere() throws IOException {
        write("dsl.json", DSL.replace("a.d", "x.d"));

        assertThat(compile("dsl.json", "conf.json")).isOne();
        assertThat(err.toString()).isEqualToNormalizingNewlines("""
                        FFB-1125 dsl#/components/b/input/data/data/0
                          Component 'b' takes its data input from 'x', which does not exist
                          -> Correct the reference or add component 'x'
                        """);
    }

    @Test
    void explainsAMissingFile() {
        assertThat(compile("no.json", "gone.json")).isOne();
        assertThat(err.toString())
                .contains("FFB-1008 dsl")
                .contains("FFB-1008 conf")
                .doesNotContain("Exception");
    }

    @Test
    void explainsAFileThatIsNotText() throws IOException {
        Files.write(dir.resolve("conf.json"), "{\"ü\": 1}".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(compile("dsl.json", "conf.json")).isOne();
        assertThat(err.toString()).startsWith("FFB-1009 conf");
    }

    @Test
    void explainsADirectoryWhereAFileIsExpected() {
        assertThat(compile(".", "conf.json")).isOne();
        assertThat(err.toString()).startsWith("FFB-1008 dsl");
    }

    @Test
    void takesAByteOrderMark() throws IOException {
        write("dsl.json", "\uFEFF" + DSL);

        assertThat(compile("dsl.json", "conf.json")).isZero();
    }

    @Test
    void explainsAnOutputThatCannotBeWritten() {
        assertThat(compile(
                        "dsl.json",
                        "conf.json",
                        "--plan",
                        dir.resolve("dsl.json/plan.json").toString()))
                .isOne();
        assertThat(err.toString()).startsWith("FFB-1304 output");
    }

    @Test
    void takesModulesFromAFile() throws IOException {
        write("dsl.json", DSL.replace("Union", "Mine"));
        Path modules = write("modules.json", "{\"modules\": [{\"name\": \"Mine\", \"roles\": {\"guest\": \"M\"}}]}");

        assertThat(compile("dsl.json", "conf.json")).isOne();
        assertThat(compile("dsl.json", "conf.json", "--modules", modules.toString()))
                .isZero();
        assertThat(compile(
                        "dsl.json",
                        "conf.json",
                        "--modules",
                        dir.resolve("dsl.json").toString()))
                .isOne();
        assertThat(err.toString()).contains("FFB-1303 modules");
    }

    @Test
    void refusesAHalfPair() {
        assertThat(run("--dsl", "x")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
    }

    @Test
    void compilesEveryTaskOfEverySuite() throws IOException {
        write("one/data.json", DSL);
        write("one/my_testsuite.json", """
                {"data": [], "tasks": {"good": {"dsl": "../dsl.json", "conf": "../conf.json"},
                                       "../evil/x": {"dsl": "../dsl.json", "conf": "../conf.json"},
                                       "lost": {"dsl": "gone.json", "conf": "../conf.json"},
                                       "half": {"conf": "../conf.json"}}}""");

        assertThat(corpus("--plan-dir", dir.resolve("plans").toString())).isOne();
        assertThat(out.toString()).isEqualToNormalizingNewlines("""
                        one good ok
                        one ../evil/x ok
                        one lost FFB-1008
                        one half FFB-1302
                        2 ok, 2 failed
                        """);
        assertThat(dir.resolve("plans/one/good.json")).exists();
        assertThat(dir.resolve("plans/one/_.._evil_x.json")).exists();
    }

    @Test
    void submitsADependentTaskAsAPrediction() throws IOException {
        write(
                "p_dsl.json",
                "{\"components\": {\"a\": {\"module\": \"Union\", \"input\": {\"model\": [\"pipeline.a.m\"]}}}}");
        write("p_conf.json", PREDICT_CONF);
        write(
                "p_testsuite.json",
                "{\"tasks\": {\"t\": {\"deps\": \"train\", \"dsl\": \"p_dsl.json\", \"conf\": \"p_conf.json\"}}}");

        assertThat(corpus()).isZero();
        assertThat(compile("p_dsl.json", "p_conf.json")).isOne();
        assertThat(err.toString()).startsWith("FFB-1130");
    }

    @Test
    void takesExamplePartiesThatWouldOverlap() throws IOException {
        write("dsl.json", DSL.replace("Union", "HeteroLR"));
        write("conf.json", CONF.replace("\"host\": [\"10000\"]", "\"host\": [1], \"arbiter\": [9999]"));
        write("o_testsuite.json", "{\"tasks\": {\"t\": {\"dsl\": \"dsl.json\", \"conf\": \"conf.json\"}}}");

        assertThat(corpus()).isZero();
        assertThat(compile("dsl.json", "conf.json")).isOne();
        assertThat(err.toString()).startsWith("FFB-1215");
    }

    @Test
    void explainsABrokenSuite() throws IOException {
        write("a_testsuite.json", "{\"tasks\": []}");
        write("b_testsuite.json", "{");

        assertThat(corpus()).isOne();
        assertThat(err.toString()).contains("FFB-1301 suite").contains("FFB-1003 suite");
    }

    @Test
    void explainsAMissingCorpus() {
        assertThat(run("--corpus", dir.resolve("gone").toString())).isOne();
        assertThat(corpus()).isOne();
        assertThat(err.toString()).contains("there is no such file").contains("there is no *testsuite.json");
    }

    @Test
    void reportsEachProblemOfTheCommandLine() throws IOException {
        Files.write(dir.resolve("latin.json"), new byte[] {(byte) 0xFC});
        write("bad_testsuite.json", "{\"tasks\": []}");
        write("half_testsuite.json", "{\"tasks\": {\"t\": {}}}");
        String inAFile = dir.resolve("dsl.json/x").toString();

        compile("gone.json", "latin.json");
        compile("dsl.json", "conf.json", "--plan", inAFile);
        compile("dsl.json", "conf.json", "--modules", inAFile);
        corpus();

        assertThat(ProblemCatalogueTest.OF_THE_COMMAND_LINE)
                .allSatisfy(kind -> assertThat(err.toString()).contains(kind.id()));
    }
}
