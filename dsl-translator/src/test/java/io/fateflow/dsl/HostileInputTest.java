package io.fateflow.dsl;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.dsl.module.ModuleCatalog;

import static io.fateflow.dsl.JobBuilder.aJob;
import static io.fateflow.dsl.JobBuilder.aSmallJob;
import static org.assertj.core.api.Assertions.assertThat;

class HostileInputTest {

    private static final DslTranslator TRANSLATOR = new DslTranslator(ModuleCatalog.standard());

    @Test
    void reportsEverythingAtOnceInDocumentOrder() {
        List<String> complaints = aJob().component("first", "{'module': 'Nonsense'}")
                .component("in valid", "{'input': {'data': {'data': ['first.data', 'gone.data']}}}")
                .component("last", "{'module': 'Reader', 'output': 5}")
                .conf("role", "{'guest': ['x'], 'host': [1, 1]}")
                .conf("initiator", "{'role': 'guest'}")
                .complaints();

        assertThat(complaints)
                .containsExactly(
                        "FFB-1112 dsl#/components/first/module",
                        "FFB-1107 dsl#/components/in valid",
                        "FFB-1110 dsl#/components/in valid",
                        "FFB-1126 dsl#/components/in valid/input/data/data/0",
                        "FFB-1125 dsl#/components/in valid/input/data/data/1",
                        "FFB-1140 dsl#/components/last/output",
                        "FFB-1212 conf#/initiator",
                        "FFB-1205 conf#/role/guest/0",
                        "FFB-1206 conf#/role/host/1");
    }

    @Test
    void doesNotBlameThoseWhoUseABrokenComponent() {
        assertThat(aJob().component("broken", "[]")
                        .component("halfBroken", "{'module': 'Union', 'output': {'data': {}}}")
                        .component(
                                "user",
                                "{'module': 'Union', 'input': {'data': {'data': ['broken.d', 'halfBroken.d']}}}")
                        .complaints())
                .containsExactly("FFB-1105 dsl#/components/broken", "FFB-1141 dsl#/components/halfBroken/output/data");
    }

    @Test
    void reportsDuplicateKeysTogetherWithTheRest() {
        String dsl = """
                {"components": {"a": {"module": "Reader", "module": "Union"}, "a": {"module": "Gone"}}}""";

        assertThat(JobBuilder.complaints(JobBuilder.problems(
                        TRANSLATOR.translate(dsl, aSmallJob().conf()))))
                .containsExactly(
                        "FFB-1006 dsl#/components/a",
                        "FFB-1006 dsl#/components/a/module",
                        "FFB-1112 dsl#/components/a/module");
    }

    @Test
    void reportsEachLoopOnceAndNothingBehindIt() {
        String step = "{'module': 'Union', 'input': {'data': {'data': ['%s.d']}}, 'output': {'data': ['d']}}";
        List<Problem> problems = aJob().component("a", step.formatted("c"))
                .component("b", step.formatted("a"))
                .component("c", step.formatted("b"))
                .component("x", step.formatted("y"))
                .component("y", step.formatted("x"))
                .component("behind", step.formatted("y"))
                .problems();

        assertThat(problems)
                .extracting(Problem::message)
                .containsExactly(
                        "The components a -> b -> c -> a form a loop", "The components x -> y -> x form a loop");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${jobId}",
                "#{x}",
                "a b",
                "a.b",
                "a/b",
                "../../etc",
                "'",
                "\"",
                "<a>",
                "&amp;",
                "a\u0000",
                "a\n",
                "\u202Egnp",
                "a\u200B",
                "\uD83D\uDE00",
                "\uD800",
                "\uFEFFa",
                "a;drop table job",
                "%s"
            })
    void refusesNamesThatAreNoNames(String name) {
        List<Problem> problems = aJob().component(name, "{'module': 'Reader'}").problems();

        assertThat(problems).extracting(Problem::id).containsExactly("FFB-1107");
        assertThat(problems.get(0).toString().codePoints().map(Character::getType))
                .doesNotContain((int) Character.CONTROL, (int) Character.FORMAT, (int) Character.SURROGATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"123", "-", "组件_0", "שלום", "é", "A-b_9", "\uD835\uDC00"})
    void takesNamesOfLettersAndDigitsOfAnyScript(String name) {
        JobPlan plan = aJob().component(name, "{'module': 'Reader'}").plan();

        assertThat(new DagCompiler().compile(plan).activityIds()).containsEntry(name, "c_0");
    }

    @Test
    void treatsParametersAsData() {
        String hostile = "${''.getClass()} #{x} <script> ]]> \\u202E \\u0000 \\ud800 " + "x".repeat(10_000);
        JobPlan plan = aSmallJob()
                .conf("component_parameters", "{'common': {'toy': {'p': '%s'}}}".formatted(hostile.replace("'", "")))
                .plan();

        assertThat(new DagCompiler().compile(plan).xml())
                .doesNotContain("getClass")
                .doesNotContain("<script>")
                .containsOnlyOnce("#{");
    }

    @Test
    void keepsNumbersThatNoDoubleHolds() {
        JobPlan plan = aSmallJob()
                .conf("component_parameters", "{'common': {'toy': {'a': 123456789012345678901234567890}}}")
                .plan();

        assertThat(plan.components().get(0).parties().values())
                .allSatisfy(p -> assertThat(p).hasToString("{\"a\":123456789012345678901234567890}"));
    }

    @Test
    void writesAHugeFractionBackAsANumber() {
        String conf = aSmallJob()
                .conf()
                .replaceFirst("\\{", "{\"component_parameters\":{\"common\":{\"toy\":{\"a\":1e999}}},");

        assertThat(TRANSLATOR.translate(aSmallJob().dsl(), conf))
                .isInstanceOfSatisfying(Translation.Accepted.class, accepted -> assertThat(
                                accepted.plan().runtimeConf().toString())
                        .contains("1E+999"));
    }

    @Test
    void abbreviatesLongTextInMessages() {
        List<Problem> problems = aJob().component("x", "{'module': '" + "m".repeat(100_000) + "'}")
                .problems();

        assertThat(problems.get(0).message()).hasSizeLessThan(300).contains("(100000 characters)");
    }

    @Test
    void countsProblemsBeyondTheLimit() {
        String references = IntStream.range(0, 6000).mapToObj(i -> "'gone.d'").collect(Collectors.joining(","));
        List<Problem> problems = aJob().component(
                        "x", "{'module': 'Union', 'input': {'data': {'data': [" + references + "]}}}")
                .problems();

        assertThat(problems).hasSize(5001);
        assertThat(problems.get(5000).id()).isEqualTo("FFB-1399");
        assertThat(problems.get(5000).message()).isEqualTo("There are 1000 more problems");
    }

    @Test
    void staysSmallWhenLongNamesMeetManyProblems() {
        String references = IntStream.range(0, 6000).mapToObj(i -> "'gone.d'").collect(Collectors.joining(","));
        List<Problem> problems = aJob().component(
                        "x".repeat(40_000), "{'module': 'Union', 'input': {'data': {'data': [" + references + "]}}}")
                .problems();

        assertThat(problems).hasSizeLessThan(200);
        assertThat(problems).last().extracting(Problem::id).isEqualTo("FFB-1399");
    }
}
