package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.fateflow.dsl.json.JsonReader;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.ProblemKind;

import static io.fateflow.dsl.JobBuilder.aJob;
import static io.fateflow.dsl.JobBuilder.aSmallJob;
import static io.fateflow.dsl.problem.ProblemKind.*;
import static org.assertj.core.api.Assertions.assertThat;

/** Produces every problem of the translator, each alone and at its place. */
public class ProblemCatalogueTest {

    /** Those that only the command line can have, see {@code CompileCommandTest}. */
    public static final Set<ProblemKind> OF_THE_COMMAND_LINE = EnumSet.of(
            FILE_UNREADABLE, NOT_UTF8, SUITE_MALFORMED, TASK_INCOMPLETE, MODULES_MALFORMED, OUTPUT_UNWRITABLE);

    private static final String TOY = "{\"components\": {\"toy\": {\"module\": \"SecureAddExample\"}}}";

    record Case(ProblemKind kind, String place, Function<ProblemCatalogueTest, List<Problem>> problems) {

        @Override
        public String toString() {
            return kind + " " + place;
        }
    }

    private static Case raw(ProblemKind kind, String place, String dsl, String conf) {
        return new Case(
                kind,
                place,
                t -> JobBuilder.problems(new DslTranslator(ModuleCatalog.standard()).translate(dsl, conf)));
    }

    private static Case dsl(ProblemKind kind, String place, String dsl) {
        return raw(kind, place, dsl, aSmallJob().conf());
    }

    private static Case job(ProblemKind kind, String place, JobBuilder job) {
        return raw(kind, place, job.dsl(), job.conf());
    }

    /** A job with a component {@code x} beside a reader. */
    private static Case x(ProblemKind kind, String place, String component) {
        return job(kind, place, aJobWithAReader().component("x", component));
    }

    private static JobBuilder aJobWithAReader() {
        return aJob().component("r", "{'module': 'Reader', 'output': {'data': ['d']}}");
    }

    private static Case conf(ProblemKind kind, String place, String key, String value) {
        return job(kind, place, aSmallJob().conf(key, value));
    }

    private static Case legacy(ProblemKind kind, String place, String hostParameters) {
        return job(
                kind,
                place,
                aSmallJob().withoutConf("dsl_version").conf("role_parameters", "{'host': " + hostParameters + "}"));
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.addAll(jsonCases());
        cases.addAll(componentCases());
        cases.addAll(referenceCases());
        cases.addAll(confCases());
        cases.addAll(sectionCases());
        return cases;
    }

    private static List<Case> jsonCases() {
        return List.of(
                dsl(DOCUMENT_TOO_LARGE, "dsl#", " ".repeat(JsonReader.MAX_CHARACTERS + 1)),
                dsl(DOCUMENT_EMPTY, "dsl#", "  "),
                dsl(DOCUMENT_EMPTY, "dsl#", "null"),
                raw(NOT_JSON, "conf#", TOY, "{'role': 1}"),
                dsl(NOT_JSON, "dsl#", TOY + " {}"),
                dsl(NOT_JSON, "dsl#", "{\"components\": {"),
                dsl(NOT_AN_OBJECT, "dsl#", "[]"),
                dsl(
                        TOO_DEEP,
                        "dsl#/x" + "/0".repeat(99),
                        TOY.replace("{\"comp", "{\"x\": " + "[".repeat(2000) + "]".repeat(2000) + ", \"comp")),
                dsl(DUPLICATE_KEY, "dsl#/x", "{\"x\": 1, \"x\": 2, " + TOY.substring(1)),
                dsl(VALUE_TOO_LONG, "dsl#", "{\"x\": " + "1".repeat(5000) + "}"));
    }

    private static List<Case> componentCases() {
        String component = "{'module': 'Union'}";
        return List.of(
                dsl(COMPONENTS_MISSING, "dsl#", "{}"),
                dsl(COMPONENTS_NOT_AN_OBJECT, "dsl#/components", "{\"components\": []}"),
                dsl(NO_COMPONENTS, "dsl#/components", "{\"components\": {}}"),
                dsl(TOO_MANY_COMPONENTS, "dsl#/components", manyComponents(10_000)),
                job(TOO_MANY_EDGES, "dsl#/components", aDenseJob()),
                x(COMPONENT_NOT_AN_OBJECT, "dsl#/components/x", "'Union'"),
                job(NAME_EMPTY, "dsl#/components/", aJob().component("", component)),
                job(NAME_ILLEGAL, "dsl#/components/a~1b", aJob().component("a/b", component)),
                job(NAME_TOO_LONG, "dsl#/components/" + "a".repeat(79), aJob().component("a".repeat(79), component)),
                job(NAME_TOO_LONG, "dsl#/components/" + "组".repeat(70), aJob().component("组".repeat(70), component)),
                x(MODULE_MISSING, "dsl#/components/x", "{}"),
                x(MODULE_NOT_TEXT, "dsl#/components/x/module", "{'module': 7}"),
                x(MODULE_UNKNOWN, "dsl#/components/x/module", "{'module': 'HeteroLRR'}"),
                x(PROVIDER_MALFORMED, "dsl#/components/x/provider", "{'module': 'Union', 'provider': '@1'}"),
                x(PROVIDER_MALFORMED, "dsl#/components/x/provider", "{'module': 'Union', 'provider': 'fate@1@2'}"),
                x(PROVIDER_UNKNOWN, "dsl#/components/x/provider", "{'module': 'Union', 'provider': 'other'}"),
                job(PROVIDER_UNKNOWN, "dsl#/provider", aSmallJob().dsl("provider", "'other@1'")),
                x(OUTPUT_NOT_AN_OBJECT, "dsl#/components/x/output", "{'module': 'Union', 'output': ['data']}"),
                x(OUTPUT_NOT_A_LIST, "dsl#/components/x/output/model", "{'module': 'Union', 'output': {'model': 'm'}}"),
                x(
                        OUTPUT_NAME_NOT_TEXT,
                        "dsl#/components/x/output/data/1",
                        "{'module': 'Union', 'output': {'data': ['d', 1]}}"),
                x(NO_PARTY_RUNS, "dsl#/components/x", "{'module': 'ModelStore'}"));
    }

    private static String manyComponents(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"c" + i + "\": {\"module\": \"Union\"}")
                .collect(Collectors.joining(",", "{\"components\": {", "}}"));
    }

    private static JobBuilder aDenseJob() {
        Map<String, SortedSet<String>> upstream = new LinkedHashMap<>();
        IntStream.range(0, 150).forEach(i -> upstream.put("c" + i, new TreeSet<>(upstream.keySet())));
        return aJob().transforms(upstream);
    }

    private static List<Case> referenceCases() {
        String place = "dsl#/components/x/input";
        return List.of(
                x(INPUT_NOT_AN_OBJECT, place, "{'module': 'Union', 'input': ['r.d']}"),
                x(INPUT_NOT_A_LIST, place + "/model", "{'module': 'Union', 'input': {'model': 'r.d'}}"),
                x(
                        INPUT_NOT_A_LIST,
                        place + "/data/test_data",
                        "{'module': 'Union', 'input': {'data': {'test_data': {}}}}"),
                x(INPUT_DATA_NOT_AN_OBJECT, place + "/data", "{'module': 'Union', 'input': {'data': ['r.d']}}"),
                x(REFERENCE_NOT_TEXT, place + "/cache/0", "{'module': 'Union', 'input': {'cache': [{}]}}"),
                x(REFERENCE_MALFORMED, place + "/data/data/0", data("r")),
                x(REFERENCE_MALFORMED, place + "/data/data/0", data("r.d.e")),
                x(UPSTREAM_UNKNOWN, place + "/data/data/0", data("gone.d")),
                x(UPSTREAM_WITHOUT_OUTPUT, place + "/model/0", "{'module': 'Union', 'input': {'model': ['r.d']}}"),
                x(OUTPUT_UNKNOWN, place + "/data/data/0", data("r.e")),
                x(
                        SELF_REFERENCE,
                        place + "/data/data/0",
                        "{'module': 'Union', 'input': {'data': {'data': ['x.d']}}, 'output': {'data': ['d']}}"),
                job(CYCLE, "dsl#/components/x", aJobWithALoop()),
                x(
                        PIPELINE_IN_TRAINING,
                        place + "/model/0",
                        "{'module': 'Union', 'input': {'model': ['pipeline.x.m']}}"),
                x(ARGS_IN_VERSION_2, place + "/data/data/0", data("args.train")));
    }

    private static JobBuilder aJobWithALoop() {
        String between = "{'module': 'Union', 'input': {'data': {'data': ['%s.d']}}, 'output': {'data': ['d']}}";
        return aJobWithAReader()
                .component("x", between.formatted("y"))
                .component("y", between.formatted("x"))
                .component("behind", between.formatted("y"));
    }

    private static String data(String reference) {
        return "{'module': 'Union', 'input': {'data': {'data': ['" + reference + "']}}}";
    }

    private static List<Case> confCases() {
        return List.of(
                job(ROLE_MISSING, "conf#", aSmallJob().withoutConf("role")),
                conf(ROLE_NOT_AN_OBJECT, "conf#/role", "role", "[]"),
                conf(ROLE_UNKNOWN, "conf#/role/ghost", "role", "{'guest': [9999], 'ghost': [1]}"),
                conf(PARTIES_NOT_A_LIST, "conf#/role/host", "role", "{'guest': [9999], 'host': 1}"),
                conf(PARTY_ID_INVALID, "conf#/role/host/1", "role", "{'guest': [9999], 'host': [1, '1x']}"),
                conf(PARTY_ID_INVALID, "conf#/role/host/0", "role", "{'guest': [9999], 'host': [-1]}"),
                conf(PARTY_ID_INVALID, "conf#/role/host/0", "role", "{'guest': [9999], 'host': [true]}"),
                conf(PARTY_ID_INVALID, "conf#/role/host/0", "role", "{'guest': [9999], 'host': [1.5]}"),
                conf(PARTY_ID_INVALID, "conf#/role/host/0", "role", "{'guest': [9999], 'host': [1e30]}"),
                conf(
                        PARTY_ID_INVALID,
                        "conf#/initiator/party_id",
                        "initiator",
                        "{'role': 'guest', 'party_id': '${x}'}"),
                conf(PARTY_TWICE, "conf#/role/host/1", "role", "{'guest': [9999], 'host': [1, '1']}"),
                conf(NO_PARTIES, "conf#/role", "role", "{'guest': []}"),
                conf(TOO_MANY_PARTIES, "conf#/role", "role", "{'guest': [9999], 'host': " + numbers(1000) + "}"),
                job(JOB_TOO_LARGE, "dsl#/components", aHugeJob()),
                job(CONF_TOO_LARGE_FOR_PARTIES, "conf#", aJobWithALargeConf()),
                job(INITIATOR_MISSING, "conf#", aSmallJob().withoutConf("initiator")),
                conf(INITIATOR_NOT_AN_OBJECT, "conf#/initiator", "initiator", "'guest'"),
                conf(INITIATOR_INCOMPLETE, "conf#/initiator", "initiator", "{'role': 'guest'}"),
                conf(INITIATOR_INCOMPLETE, "conf#/initiator", "initiator", "{'party_id': 9999}"),
                conf(INITIATOR_ROLE_INVALID, "conf#/initiator/role", "initiator", "{'role': 1, 'party_id': 9999}"),
                conf(INITIATOR_NOT_A_PARTY, "conf#/initiator", "initiator", "{'role': 'guest', 'party_id': 1}"),
                conf(
                        RESOURCES_NOT_AN_OBJECT,
                        "conf#/job_parameters/common/resources",
                        "job_parameters",
                        "{'common': {'resources': 3}}"),
                conf(
                        RESOURCE_LABEL_INVALID,
                        "conf#/job_parameters/common/resources/a b",
                        "job_parameters",
                        "{'common': {'resources': {'a b': 1}}}"),
                conf(
                        RESOURCE_AMOUNT_INVALID,
                        "conf#/job_parameters/common/resources/GPU",
                        "job_parameters",
                        "{'common': {'resources': {'GPU': -1}}}"),
                conf(
                        PLACEMENT_UNKNOWN,
                        "conf#/job_parameters/common/placement",
                        "job_parameters",
                        "{'common': {'placement': 'anywhere'}}"),
                conf(
                        ENGINE_UNKNOWN,
                        "conf#/component_parameters/common/toy/engine",
                        "component_parameters",
                        "{'common': {'toy': {'engine': 'EGGROLL'}}}"),
                conf(
                        SPARK_OPTION_UNKNOWN,
                        "conf#/component_parameters/common/toy/spark_run/master",
                        "component_parameters",
                        "{'common': {'toy': {'engine': 'SPARK', 'spark_run': {'master': 'spark://elsewhere'}}}}"),
                conf(
                        SPARK_OPTION_INVALID,
                        "conf#/component_parameters/common/toy/spark_run/num-executors",
                        "component_parameters",
                        "{'common': {'toy': {'engine': 'SPARK', 'spark_run': {'num-executors': 'many'}}}}"),
                conf(
                        QUEUE_NAME_INVALID,
                        "conf#/job_parameters/common/queue",
                        "job_parameters",
                        "{'common': {'queue': 'a b'}}"),
                conf(
                        QUEUE_NAME_INVALID,
                        "conf#/job_parameters/common/queue",
                        "job_parameters",
                        "{'common': {'queue': 7}}"),
                conf(
                        PRIORITY_INVALID,
                        "conf#/job_parameters/common/priority",
                        "job_parameters",
                        "{'common': {'priority': 'high'}}"),
                conf(
                        PRIORITY_INVALID,
                        "conf#/job_parameters/common/priority",
                        "job_parameters",
                        "{'common': {'priority': 9999999999}}"),
                conf(
                        EXPECTED_DURATION_INVALID,
                        "conf#/job_parameters/common/expected_duration",
                        "job_parameters",
                        "{'common': {'expected_duration': 0}}"),
                conf(
                        PREEMPTIBLE_INVALID,
                        "conf#/job_parameters/common/preemptible",
                        "job_parameters",
                        "{'common': {'preemptible': 'yes'}}"),
                job(ARBITER_MISSING, "conf#/role", aJob().component("lr", "{'module': 'HeteroLR'}")),
                job(
                        ROLES_OVERLAP,
                        "conf#/role",
                        aJob().component("lr", "{'module': 'heteroLR'}")
                                .conf("role", "{'guest': [9999], 'host': [10000], 'arbiter': [9999]}")));
    }

    private static String numbers(int count) {
        return IntStream.range(0, count).boxed().toList().toString();
    }

    private static JobBuilder aHugeJob() {
        JobBuilder job = aJob().conf("role", "{'guest': [9999], 'host': " + numbers(999) + "}");
        IntStream.range(0, 101).forEach(i -> job.component("c" + i, "{'module': 'Union'}"));
        return job;
    }

    private static JobBuilder aJobWithALargeConf() {
        return aSmallJob()
                .conf("role", "{'guest': [9999], 'host': " + numbers(999) + "}")
                .conf("notes", "'" + "x".repeat(70_000) + "'");
    }

    private static List<Case> sectionCases() {
        String predict = "{'common': {'job_type': 'predict', 'model_id': 'm'}}";
        return List.of(
                conf(SECTION_NOT_AN_OBJECT, "conf#/job_parameters", "job_parameters", "[]"),
                conf(
                        SECTION_NOT_AN_OBJECT,
                        "conf#/component_parameters/common/toy",
                        "component_parameters",
                        "{'common': {'toy': 1}}"),
                conf(
                        SECTION_NOT_AN_OBJECT,
                        "conf#/component_parameters/role/host",
                        "component_parameters",
                        "{'role': {'host': []}}"),
                conf(
                        SECTION_NOT_AN_OBJECT,
                        "conf#/component_parameters/role/host/0",
                        "component_parameters",
                        "{'role': {'host': {'0': []}}}"),
                conf(
                        SECTION_NOT_AN_OBJECT,
                        "conf#/component_parameters/role/host/all/toy",
                        "component_parameters",
                        "{'role': {'host': {'all': {'toy': null}}}}"),
                conf(
                        JOB_TYPE_INVALID,
                        "conf#/job_parameters/common/job_type",
                        "job_parameters",
                        "{'common': {'job_type': 'learn'}}"),
                conf(
                        COUNT_INVALID,
                        "conf#/job_parameters/common/task_cores",
                        "job_parameters",
                        "{'common': {'task_cores': 'many', 'task_parallelism': '2', 'timeout': 60}}"),
                conf(
                        COUNT_INVALID,
                        "conf#/job_parameters/role/guest/0/auto_retries",
                        "job_parameters",
                        "{'role': {'guest': {'0': {'auto_retries': -1}}}}"),
                conf(PREDICT_WITHOUT_MODEL, "conf#/job_parameters/common", "job_parameters", predict),
                conf(VERSION_INVALID, "conf#/dsl_version", "dsl_version", "3"),
                job(
                        VERSION_MISSING,
                        "conf#",
                        aSmallJob().withoutConf("dsl_version").conf("component_parameters", "{}")),
                conf(
                        PROVIDER_FOR_UNKNOWN_COMPONENT,
                        "conf#/provider/common/gone",
                        "provider",
                        "{'common': {'gone': 'fate'}}"),
                conf(
                        PROVIDER_MALFORMED,
                        "conf#/provider/role/host/0/toy",
                        "provider",
                        "{'role': {'host': {'0': {'toy': ''}}}}"),
                legacy(LEGACY_VALUE_NOT_A_LIST, "conf#/role_parameters/host/toy/a", "{'toy': {'a': 1}}"),
                legacy(LEGACY_LIST_LENGTH, "conf#/role_parameters/host/toy/a", "{'toy': {'a': [1, 2]}}"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void reportsTheProblemAloneAtItsPlace(Case problemCase) {
        List<Problem> problems = problemCase.problems().apply(this);

        assertThat(JobBuilder.complaints(problems))
                .containsExactly(problemCase.kind().id() + " " + problemCase.place());
        assertThat(problems.get(0).message()).isNotBlank().doesNotContain("%").hasSizeLessThan(700);
        assertThat(problems.get(0).hint()).isNotBlank().doesNotContain("%").hasSizeLessThan(500);
    }

    @Test
    void leavesNoProblemUntried() {
        Set<ProblemKind> tried = cases().stream().map(Case::kind).collect(Collectors.toSet());
        tried.addAll(OF_THE_COMMAND_LINE);
        tried.add(MORE_PROBLEMS); // HostileInputTest
        tried.add(PARAMETERS_FOR_UNKNOWN_COMPONENT); // ConfWarningsTest

        assertThat(tried).containsExactlyInAnyOrder(ProblemKind.values());
    }

    @Test
    void givesEachProblemItsOwnId() {
        assertThat(Arrays.stream(ProblemKind.values()).map(ProblemKind::id)).doesNotHaveDuplicates();
    }
}
