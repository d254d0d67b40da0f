package io.fateflow.operations.query;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.database.testing.TestSchema;
import io.fateflow.dsl.Party;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.TrackingStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** What clients may ask of the read side, on every database. */
abstract class QueryContract {

    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
    private static final Clock CLOCK = Clock.system(ZONE);
    private static final long NOON = 1_672_547_445_123L;
    private static final String OLD = "202301010000000000010";
    private static final String NEW = "202301020000000000010";

    private NamedParameterJdbcTemplate jdbc;
    private JobQueries jobs;
    private TaskQueries tasks;
    private TrackingQueries tracking;

    abstract DataSource dataSource();

    @BeforeEach
    void twoJobs() {
        TestSchema.migrate(dataSource());
        jdbc = new NamedParameterJdbcTemplate(dataSource());
        jdbc.getJdbcOperations().execute("delete from task_parameters");
        for (String table : List.of("tracking_metric", "tracking_output_data_info", "component_summary")) {
            jdbc.getJdbcOperations().execute("delete from " + table);
        }
        jdbc.getJdbcOperations().execute("delete from task");
        jdbc.getJdbcOperations().execute("delete from job");
        jdbc.getJdbcOperations().execute("delete from job_body");
        jobs = new JobQueries(jdbc, CLOCK);
        tasks = new TaskQueries(jdbc, CLOCK);
        tracking = new TrackingQueries(jdbc, ZONE);
        aJob(OLD, NOON, "success");
        aJob(NEW, NOON + 86_400_000, "running");
    }

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
    void aTagIsFoundByItsLettersAndNotByTheirMeaningInSql() {
        jdbc.getJdbcOperations().execute("delete from tag");
        ModelTags tags = new ModelTags(new JdbcTemplate(dataSource()), Clock.systemUTC());

        assertThat(tags.create("100%_sure!", null)).isTrue();
        assertThat(tags.create("100%_sure!", "again")).isFalse();
        assertThat(tags.create("1000 sure", "not")).isTrue();

        assertThat(tags.containing("0%_s")).extracting(ModelTags.Tag::name).containsExactly("100%_sure!");
        assertThat(tags.containing("sure!")).hasSize(1);
        assertThat(tags.containing("")).hasSize(2);
        assertThat(tags.list(1)).hasSize(1);
        assertThat(tags.find("1000 sure")).contains(new ModelTags.Tag("1000 sure", "not", 0));
    }

    @Test
    void whatIsSomebodysIsHisJobsWithTheModelsThatGoBackToThem() {
        jdbc.getJdbcOperations().execute("delete from pipeline_model");
        jdbc.getJdbcOperations().execute("delete from component_cache");
        jdbc.getJdbcOperations().update("update job set submitter = 'alice' where job_id = ?", OLD);
        aModel("202301030000000000010", OLD);
        aModel("202301040000000000010", "202301050000000000010");
        insert(
                "component_cache",
                Map.ofEntries(
                        Map.entry("job_id", "202301060000000000010"),
                        Map.entry("component_name", "intersection_0"),
                        Map.entry("task_id", "t"),
                        Map.entry("task_version", 0),
                        Map.entry("role", "guest"),
                        Map.entry("party_id", "9999"),
                        Map.entry("cache_name", "cache"),
                        Map.entry("cache_key", "k"),
                        Map.entry("table_name", "n"),
                        Map.entry("table_namespace", "ns"),
                        Map.entry("create_time", NOON)));
        JobSubmitters submitters = new JobSubmitters(new JdbcTemplate(dataSource()));

        assertThat(submitters.of(List.of(
                        OLD,
                        NEW,
                        "202301030000000000010",
                        "202301040000000000010",
                        "202301050000000000010",
                        "202301060000000000010",
                        "202301070000000000010")))
                .as(
                        "a job, another's, a deployed version, an imported one, what it has for a job, a cache without its job")
                .containsOnly(
                        Map.entry(OLD, "alice"),
                        Map.entry(NEW, ""),
                        Map.entry("202301030000000000010", "alice"),
                        Map.entry("202301040000000000010", ""),
                        Map.entry("202301050000000000010", ""),
                        Map.entry("202301060000000000010", ""));
        assertThat(submitters.of(List.of())).isEmpty();
    }

    private void aModel(String version, String job) {
        for (String party : List.of("9999", "10000")) {
            insert(
                    "pipeline_model",
                    Map.of(
                            "model_version", version,
                            "role", "guest",
                            "party_id", party,
                            "model_id", "m",
                            "job_id", job,
                            "create_time", NOON,
                            "update_time", NOON));
        }
    }

    @Test
    void aModelIsConvertedToTheLastFrameworkOnly() {
        jdbc.getJdbcOperations().execute("delete from converted_model");
        ConvertedModels converted = new ConvertedModels(new JdbcTemplate(dataSource()), Clock.systemUTC());
        PartyModel part = new PartyModel("guest-9999#model", OLD, "guest", "9999");
        ComponentModel model = new ComponentModel("lr_0", "model", "HomoLR", "m", json("{}"), "p", json("{}"));

        converted.put(part, model, "sklearn");
        converted.put(part, model, "lightgbm");

        assertThat(converted.framework(part, model)).contains("lightgbm");
        assertThat(converted.framework(part.withVersion(NEW), model)).isEmpty();
    }

    @Test
    void aFileThatStandsForATableIsOneOfItsEngine() {
        TrackingStore rows = new TrackingStore(new JdbcTemplate(dataSource()), Clock.systemUTC());
        rows.bound(
                "in place",
                "t",
                "PATH",
                json("{'path':'/data/f.csv'}"),
                json("{'file':'/old.csv','head':1,'partition':2}"));
        rows.bound(
                "in place",
                "t",
                "PATH",
                json("{'path':'/data/f.csv'}"),
                json("{'file':'/data/f.csv','head':0,'partition':4}"));

        assertThat(new TableQueries(jdbc, ZONE).find("in place", "t")).hasValueSatisfying(row -> {
            assertThat(row.path("engine").asText()).isEqualTo("PATH");
            assertThat(row.path("address")).isEqualTo(json("{'path':'/data/f.csv'}"));
            assertThat(row.path("have_head").asBoolean()).isFalse();
            assertThat(row.path("partitions").asInt()).isEqualTo(4);
        });
    }

    @Test
    void aTagGoesWithItsNewNameAndFromAllModelsAtItsEnd() {
        jdbc.getJdbcOperations().execute("delete from tag");
        jdbc.getJdbcOperations().execute("delete from tagged_model");
        ModelTags tags = new ModelTags(new JdbcTemplate(dataSource()), Clock.systemUTC());
        tags.create("a", null);

        assertThat(tags.put(OLD, "a")).isTrue();
        assertThat(tags.put(OLD, "a")).isFalse();
        tags.change("a", "b", "better");
        assertThat(tags.of(OLD)).containsExactly(new ModelTags.Tag("b", "better", 1));
        assertThat(tags.remove(OLD, "a")).isFalse();
        tags.destroy("b");
        assertThat(tags.of(OLD)).isEmpty();
        assertThat(tags.models("b")).isEmpty();
    }

    @Test
    void aTableIsSwitchedOffByItsNameOrWithItsNamespace() {
        jdbc.getJdbcOperations().execute("delete from storage_table_meta");
        for (String name : List.of("a", "b")) {
            new TrackingStore(new JdbcTemplate(dataSource()), Clock.systemUTC())
                    .write(
                            OLD,
                            "upload_0",
                            new TaskKey("x", 0, Party.of("local", "0")),
                            json("{'tables':[{'name':'" + name
                                    + "','namespace':'n','count':3,'schema':{'header':'x'}}]}"));
        }
        TableQueries tables = new TableQueries(jdbc, ZONE);
        TableHistory.Name a = new TableHistory.Name("n", "a");

        tables.disable(a, true);

        assertThat(tables.isDisabled("n", "a")).isTrue();
        assertThat(tables.isDisabled("n", "b")).isFalse();
        assertThat(tables.isDisabled("n", "c")).isFalse();
        assertThat(tables.named("", "", true)).containsExactly(a);
        assertThat(tables.named("n", "", false)).hasSize(2);
        assertThat(tables.named("", "b", false)).hasSize(1);
        tables.disable(a, false);
        assertThat(tables.named("", "", true)).isEmpty();
    }

    @Test
    void aTableThatAReaderHasMadeSaysOfWhichAndThatOneSaysWhoHasReadIt() {
        String task = OLD + "_lr_0";
        aTask(OLD, 0, "success");
        jdbc.update(
                "update task_parameters set component_module = 'Reader', parameters = :given where task_id = :task",
                Map.of("task", task, "given", "{\"table\":{\"name\":\"raw_1\",\"namespace\":\"n\"}}"));
        String made = "output_data_" + task + "_0";
        new TrackingStore(new JdbcTemplate(dataSource()), Clock.systemUTC())
                .write(
                        OLD,
                        "lr_0",
                        new TaskKey(task, 0, Party.of("guest", "9999")),
                        json("{'outputs':[{'data_name':'data','table_name':'abc','table_namespace':'" + made + "'}]}"));
        TableHistory history = new TableHistory(jdbc);
        TableHistory.Name raw = new TableHistory.Name("n", "raw_1");

        assertThat(history.source(new TableHistory.Name(made, "abc"))).contains(raw);
        assertThat(history.source(new TableHistory.Name(made, "abd"))).isEmpty();
        assertThat(history.source(raw)).isEmpty();
        assertThat(history.readers(raw)).containsExactly(OLD);
        assertThat(history.readers(new TableHistory.Name("other", "raw_1"))).isEmpty();
        assertThat(history.readers(new TableHistory.Name("n", "raw%"))).isEmpty();
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

    private void aJob(String id, long created, String status) {
        jdbc.update(
                "insert into job_body (job_id, dsl, runtime_conf, train_runtime_conf, dag_key) values"
                        + " (:id, '{\"components\":{}}', '{\"dsl_version\":2,\"component_parameters\":{}}', '{}', 'k')",
                Map.of("id", id));
        aParty(id, "host", "10000", false, created + 100, status);
        aParty(id, "guest", "9999", true, created, status);
    }

    private void aParty(String id, String role, String party, boolean initiator, long created, String status) {
        Map<String, Object> row = new TreeMap<>();
        row.put("job_id", id);
        row.put("role", role);
        row.put("party_id", party);
        for (String empty : List.of("user_id", "name", "tag", "error_report")) {
            row.put(empty, "");
        }
        row.put("description", "not_same");
        row.put("roles", "{\"guest\":[9999],\"host\":[10000]}");
        row.put("users", "{}");
        row.put("initiator_role", "guest");
        row.put("initiator_party_id", "9999");
        row.put("is_initiator", initiator);
        row.put("runtime_conf_on_party", "{}");
        row.put("status", status);
        row.put("progress", 33);
        for (String flag : List.of("ready_signal", "cancel_signal", "rerun_signal", "resource_in_use")) {
            row.put(flag, false);
        }
        for (String number :
                List.of("end_scheduling_updates", "memory", "remaining_memory", "gate_slots", "remaining_gate_slots")) {
            row.put(number, 0);
        }
        row.put("cores", 4);
        row.put("remaining_cores", 1.5);
        row.put("task_cores", 4);
        row.put("task_memory", 0);
        row.put("inheritance_info", "{}");
        row.put("inheritance_status", "pass");
        row.put("create_time", created);
        row.put("update_time", created);
        insert("job", row);
    }

    private void aTask(String job, int version, String status) {
        Map<String, Object> row = new TreeMap<>();
        row.put("task_id", job + "_lr_0");
        row.put("task_version", version);
        row.put("role", "guest");
        row.put("party_id", "9999");
        row.put("job_id", job);
        row.put("component_name", "lr_0");
        row.put("component_module", "HeteroLR");
        row.put("initiator_role", "guest");
        row.put("initiator_party_id", "9999");
        row.put("federated_mode", "SINGLE");
        row.put("federated_status_collect_type", "PUSH");
        row.put("status", status);
        row.put("party_status", status);
        row.put("auto_retries", 0);
        row.put("auto_retry_delay", 1);
        row.put("run_on_this_party", true);
        row.put("engine_conf", "{\"computing_engine\":\"STANDALONE\"}");
        row.put("kill_status", false);
        row.put("error_report", "");
        row.put("is_deepspeed", false);
        row.put("create_time", NOON);
        row.put("update_time", NOON);
        insert("task", row);
        if (version == 0) {
            insert(
                    "task_parameters",
                    Map.of(
                            "task_id", job + "_lr_0",
                            "role", "guest",
                            "party_id", "9999",
                            "component_module", "HeteroLR",
                            "parameters", "{\"max_iter\":3}"));
        }
    }

    private void insert(String table, Map<String, Object> row) {
        List<String> names = new ArrayList<>(row.keySet());
        jdbc.update(
                "insert into " + table + " (" + String.join(",", names) + ") values (:" + String.join(",:", names)
                        + ")",
                row);
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode)
                    new ObjectMapper().readTree(text.replace('\'', '"').replace('\u0001', '\''));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
