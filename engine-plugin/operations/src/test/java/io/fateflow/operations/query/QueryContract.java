package io.fateflow.operations.query;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.TrackingStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** What clients may ask of the read side, on every database. */
abstract class QueryContract extends QueryFixture {

    @Test
    void givesFortyFiveJobColumnsWithTheirTypes() {
        ObjectNode row =
                jobs.find(json("{'job_id':'" + OLD + "','role':'guest'}"), null).get(0);

        assertThat(row).hasSize(45);
        assertThat(row.path("party_id").isTextual()).isTrue();
        assertThat(row.path("cores").isIntegralNumber()).isTrue();
        assertThat(row.path("remaining_cores").asText()).isEqualTo("1.5");
        assertThat(row.path("is_initiator").isBoolean()).isTrue();
        assertThat(row.path("create_time").longValue()).isEqualTo(NOON);
        assertThat(row.path("create_date").asText()).isEqualTo("2023-01-01 12:30:45");
        assertThat(row.path("end_time").isNull()).isTrue();
        assertThat(row.path("end_date").isNull()).isTrue();
        assertThat(row.path("roles").path("guest").get(0).isInt()).isTrue();
        assertThat(row.path("dsl").path("components").isObject()).isTrue();
        assertThat(row.has("train_runtime_conf")).isTrue();
    }

    @Test
    void noAnswerHasMoreThanAThousandRows() {
        for (int number = 0; number < 500; number++) {
            aJob("20240101%013d".formatted(number), NOON, "success");
        }
        Listing all = new Listing(json("{}"), VisibleJobs.ALL, null, 0, 0);
        Listing tooMany = new Listing(json("{}"), VisibleJobs.ALL, null, 5_000, 0);
        Listing aPage = new Listing(json("{}"), VisibleJobs.ALL, null, 10, 0);

        Page page = jobs.list(all, "", "");

        assertThat(page.rows()).hasSize(1_000);
        assertThat(page.count()).isEqualTo(1_004);
        assertThat(all.isCut(page)).isTrue();
        assertThat(jobs.list(tooMany, "", "").rows()).hasSize(1_000);
        assertThat(aPage.isCut(jobs.list(aPage, "", ""))).isFalse();
        assertThat(jobs.find(json("{'status':'success'}"), null))
                .as("one more says that there are more")
                .hasSize(1_001);
    }

    @Test
    void aFailedJobWithoutNotesSaysWhyInOneLine() {
        jdbc.update(
                "update job set error_report = :report, description = '' where job_id = :job",
                Map.of(
                        "report",
                        "FFB-3001 component a failed at host 10000: no x7\nIts last lines:\nboom",
                        "job",
                        NEW));

        assertThat(jobs.find(json("{'job_id':'" + NEW + "','role':'guest'}"), null))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.path("description").asText())
                            .isEqualTo("FFB-3001 component a failed at host 10000: no x7");
                    assertThat(row).hasSize(45);
                });
        assertThat(jobs.first(NEW))
                .get()
                .satisfies(row -> assertThat(row.path("description").asText()).isEmpty());

        jdbc.update("update job set description = 'my notes' where job_id = :job", Map.of("job", NEW));
        assertThat(jobs.find(json("{'job_id':'" + NEW + "','role':'guest'}"), null))
                .singleElement()
                .satisfies(row -> assertThat(row.path("description").asText()).isEqualTo("my notes"));
    }

    @Test
    void aJobThatWaitsSaysWhyAndSinceWhen() {
        jdbc.update(
                "update job set wait_reason = 'host 10000 refused', wait_since = :now where job_id = :job",
                Map.of("now", NOON, "job", NEW));

        assertThat(jobs.find(json("{'job_id':'" + NEW + "','role':'guest'}"), null))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row).hasSize(47);
                    assertThat(row.path("wait_reason").asText()).isEqualTo("host 10000 refused");
                    assertThat(row.path("wait_since").longValue()).isEqualTo(NOON);
                });
        assertThat(jobs.first(NEW)).get().satisfies(row -> assertThat(row).hasSize(45));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'party_id':9999}|2",
                "{'party_id':'9999'}|2",
                "{'party_id':[9999,'10000']}|4",
                "{'job_id':'" + OLD + "','unknown':1,'dsl':{}}|2",
                "{'status':['running','waiting']}|2",
                "{'status':[]}|0",
                "{'is_initiator':true}|2",
                "{'is_initiator':0}|2",
                "{'progress':[10,null]}|4",
                "{'progress':[null,10]}|0",
                "{'progress':33,'status':'success'}|2",
                "{'create_time':[" + NOON + "," + NOON + "]}|1",
                "{'create_time':['2023-01-02 00:00:00',null]}|2",
                "{'create_time':'2023-01-01 12:30:45'}|2",
                "{'create_date':'2023-01-01 12:30:45'}|2",
                "{'status':'success\\' or \\'1\\'=\\'1'}|0",
                "{'unknown':1}|0",
                "{}|0"
            })
    void filtersByWhatClientsSend(String filter, int expected) {
        assertThat(jobs.find(json(filter.replace("\\'", "\u0001")), null)).hasSize(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'progress':'many'}", "{'create_time':'yesterday'}", "{'is_initiator':'maybe'}"})
    void refusesValuesThatDoNotFitTheirColumn(String filter) {
        assertThatThrownBy(() -> jobs.find(json(filter), null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void putsTheInitiatorFirst() {
        assertThat(jobs.find(json("{'job_id':'" + OLD + "'}"), null))
                .extracting(row -> row.path("role").asText())
                .containsExactly("guest", "host");
    }

    @Test
    void sortsByKnownColumnsOnly() {
        List<ObjectNode> newestFirst = jobs.find(json("{'role':'guest'}"), new Order("create_time", true));

        assertThat(newestFirst).extracting(row -> row.path("job_id").asText()).containsExactly(NEW, OLD);
        assertThatThrownBy(() -> jobs.find(json("{'role':'guest'}"), new Order("1; drop table job", false)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void listsPagesNewestFirstAndCountsAll() {
        Page page = jobs.list(new Listing(json("{}"), VisibleJobs.ALL, null, 1, 1), "", "");

        assertThat(page.count()).isEqualTo(4);
        assertThat(page.rows()).hasSize(1);
        assertThat(page.rows().get(0).path("job_id").asText()).isEqualTo(NEW);
        assertThat(jobs.list(new Listing(json("{}"), VisibleJobs.ALL, null, 0, 0), "20230101", "")
                        .count())
                .isEqualTo(2);
        assertThat(jobs.list(new Listing(json("{}"), VisibleJobs.ALL, null, 0, 0), "%", "")
                        .count())
                .isZero();
        assertThat(jobs.list(new Listing(json("{}"), VisibleJobs.ALL, null, 0, 0), "", "not_s")
                        .count())
                .isEqualTo(4);
    }

    @Test
    void showsAnAccountsJobsOnlyWhereNotAllAreVisible() {
        aTask(OLD, 0, "failed");
        aTask(NEW, 0, "running");
        jdbc.getJdbcOperations().update("update job set submitter = 'alice' where job_id = ?", OLD);
        VisibleJobs hers = VisibleJobs.of("alice");
        VisibleJobs nobodys = VisibleJobs.of("alice' or '1' = '1");

        assertThat(jobs.find(json("{'role':['guest','host']}"), null, hers))
                .hasSize(2)
                .allMatch(row -> row.path("job_id").asText().equals(OLD));
        assertThat(jobs.find(json("{'job_id':'" + NEW + "'}"), null, hers)).isEmpty();
        assertThat(jobs.find(json("{}"), null, hers))
                .as("no condition of the client's")
                .isEmpty();
        assertThat(tasks.find(json("{'role':'guest'}"), null, true, hers))
                .singleElement()
                .satisfies(row -> assertThat(row.path("job_id").asText()).isEqualTo(OLD));
        assertThat(List.of(hers, nobodys))
                .extracting(visible -> jobs.list(new Listing(json("{}"), visible, null, 0, 0), "", "")
                        .count())
                .containsExactly(2L, 0L);
        assertThat(List.of(hers, nobodys))
                .extracting(visible ->
                        tasks.list(new Listing(json("{}"), visible, null, 0, 0)).count())
                .containsExactly(1L, 0L);
    }

    @Test
    void showsJobsOfProjectsAsTheRolesThereSay() {
        aTask(OLD, 0, "failed");
        aTask(NEW, 0, "running");
        jdbc.getJdbcOperations().update("update job set project = 'credit', submitter = 'bob' where job_id = ?", OLD);
        jdbc.getJdbcOperations().update("update job set project = 'fraud', submitter = 'alice' where job_id = ?", NEW);
        VisibleJobs allOfCredit = new VisibleJobs(false, "alice", false, Set.of("credit"), Set.of());
        VisibleJobs ownOfCredit = new VisibleJobs(false, "alice", false, Set.of(), Set.of("credit"));
        VisibleJobs ownOfFraud = new VisibleJobs(false, "alice", false, Set.of("none"), Set.of("fraud", "other"));
        VisibleJobs both = new VisibleJobs(false, "alice", true, Set.of("credit"), Set.of());
        VisibleJobs nothing = new VisibleJobs(false, "alice", false, Set.of("' or '1' = '1"), Set.of());

        assertThat(List.of(allOfCredit, ownOfCredit, ownOfFraud, both, nothing))
                .extracting(visible -> jobs.find(json("{'role':['guest','host']}"), null, visible).stream()
                        .map(row -> row.path("job_id").asText())
                        .distinct()
                        .sorted()
                        .toList())
                .containsExactly(List.of(OLD), List.of(), List.of(NEW), List.of(OLD, NEW), List.of());
        assertThat(List.of(allOfCredit, ownOfCredit, ownOfFraud, both, nothing))
                .extracting(visible ->
                        tasks.list(new Listing(json("{}"), visible, null, 0, 0)).count())
                .containsExactly(1L, 0L, 1L, 2L, 0L);
        assertThat(List.of(allOfCredit, ownOfCredit, ownOfFraud, both, nothing))
                .as("one by one as in lists")
                .extracting(visible -> List.of(visible.has("bob", "credit"), visible.has("alice", "fraud")))
                .containsExactly(
                        List.of(true, false),
                        List.of(false, false),
                        List.of(false, true),
                        List.of(true, true),
                        List.of(false, false));
    }

    @Test
    void givesThirtyEightTaskColumnsAndWhatTheComponentWasTold() {
        aTask(OLD, 0, "failed");

        ObjectNode row =
                tasks.find(json("{'job_id':'" + OLD + "'}"), null, true).get(0);

        assertThat(row).hasSize(38);
        assertThat(row.path("cmd")).isEmpty();
        assertThat(row.path("cmd").isObject()).isTrue();
        assertThat(row.path("engine_conf").path("computing_engine").asText()).isEqualTo("STANDALONE");
        assertThat(row.path("component_parameters")
                        .path("ComponentParam")
                        .path("max_iter")
                        .asInt())
                .isEqualTo(3);
        assertThat(row.path("component_parameters")
                        .path("local")
                        .path("party_id")
                        .isIntegralNumber())
                .isTrue();
        assertThat(row.path("component_parameters").has("component_parameters")).isFalse();
        assertThat(row.path("component_parameters").path("dsl_version").asInt()).isEqualTo(2);
    }

    @Test
    void keepsTheLatestAttemptUnlessAskedForAll() {
        aTask(OLD, 0, "failed");
        aTask(OLD, 1, "running");

        assertThat(tasks.find(json("{'job_id':'" + OLD + "'}"), null, true))
                .singleElement()
                .satisfies(row -> assertThat(row.path("task_version").asInt()).isEqualTo(1));
        assertThat(tasks.find(json("{'job_id':'" + OLD + "'}"), null, false)).hasSize(2);
        assertThat(tasks.find(json("{'task_version':'0'}"), null, true)).hasSize(1);
        assertThat(tasks.list(new Listing(json("{'job_id':'" + OLD + "'}"), VisibleJobs.ALL, null, 1, 0))
                        .count())
                .isEqualTo(2);
    }

    @Test
    void givesWhatTheLatestAttemptLeftInTheOrderInWhichItLeftIt() {
        leave(0, "old", "a");
        leave(1, "z", "b", "a");
        ComponentKey key = new ComponentKey(OLD, "lr_0", "guest", "9999");

        assertThat(tracking.metrics(key)).extracting(MetricRow::name).containsExactly("z", "b", "a");
        assertThat(tracking.metrics(key).get(0).meta()).isEqualTo(json("{'name':'z','metric_type':'t'}"));
        assertThat(tracking.outputs(key))
                .extracting(output -> output.dataName() + output.table().name())
                .containsExactly("zz1", "bb1", "aa1");
        assertThat(tracking.summary(key)).contains(json("{'version':1}"));
        assertThat(tracking.preview("ns", "z1")).hasValueSatisfying(table -> {
            assertThat(table.columns()).containsExactly("sid", "x0", "x1");
            assertThat(table.rows()).containsExactly(List.of("i", "1", "2"));
        });
        assertThat(tracking.dataView(json("{'job_id':'" + OLD + "'}")))
                .extracting(row -> row.path("data_name").asText())
                .containsExactly("z", "b", "a");
        assertThat(tracking.dataView(json("{}"))).isEmpty();
        assertThat(tracking.outputs(new ComponentKey(OLD, "lr_0", "host", "10000")))
                .isEmpty();
    }

    /** An attempt that leaves a metric and a table of each name. */
    private void leave(int version, String... names) {
        ObjectNode result = json("{'summary':{'version':" + version + "}}");
        for (String name : names) {
            String table = "{'name':'" + name + version + "','namespace':'ns','count':1,"
                    + "'schema':{'header':'x0,x1','sid':''},'part_of_data':[['i','1,2']]}";
            result.withArrayProperty("tables").add(json(table));
            result.withArrayProperty("outputs")
                    .add(json("{'data_name':'" + name + "','table_name':'" + name + version
                            + "','table_namespace':'ns'}"));
            result.withArrayProperty("metrics")
                    .add(json("{'namespace':'n','name':'" + name + "','metric_type':'t','metas':{},'data':[]}"));
        }
        new TrackingStore(new JdbcTemplate(dataSource()), Clock.systemUTC())
                .write(OLD, "lr_0", new TaskKey(OLD + "_lr_0", version, new Party("guest", 9999)), result);
    }

    /** Needs recordings of the original server, which are not part of this repository. */
    @Test
    void givesTheColumnsThatTheOriginalGives() throws IOException {
        Path captures = Path.of(System.getProperty("fate.captures", "../../../shared/reference/captures"));
        assumeThat(captures).isDirectory();
        aTask(OLD, 0, "success");

        assertThat(columns(jobs.find(json("{'job_id':'" + OLD + "'}"), null).get(0)))
                .isEqualTo(captured(captures.resolve("job_query.json")));
        assertThat(columns(
                        tasks.find(json("{'job_id':'" + OLD + "'}"), null, true).get(0)))
                .isEqualTo(captured(captures.resolve("task_query.json")));
    }

    private static Set<String> captured(Path file) throws IOException {
        return columns(new ObjectMapper().readTree(file.toFile()).at("/response/body/data/0")).stream()
                .map(name -> name.substring("f_".length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> columns(JsonNode row) {
        Set<String> names = new TreeSet<>();
        row.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
