package io.fateflow.operations.query;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.engine.notification.JobDatasets;
import io.fateflow.engine.notification.JobDatasets.Dataset;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.TrackingStore;

import static org.assertj.core.api.Assertions.assertThat;

/** What is found of models, their tags and whose they are, and of tables. */
abstract class ModelAndTableQueryContract extends QueryFixture {

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
        jdbc.getJdbcOperations().update("update job set submitter = 'alice', project = 'credit' where job_id = ?", OLD);
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
                        Map.entry(OLD, new JobOwner("alice", "credit")),
                        Map.entry(NEW, new JobOwner("", "")),
                        Map.entry("202301030000000000010", new JobOwner("alice", "credit")),
                        Map.entry("202301040000000000010", new JobOwner("", "")),
                        Map.entry("202301050000000000010", new JobOwner("", "")),
                        Map.entry("202301060000000000010", new JobOwner("", "")));
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
                json("{'file':'/old.csv','head':1,'partition':2}"),
                "credit");
        rows.bound(
                "in place",
                "t",
                "PATH",
                json("{'path':'/data/f.csv'}"),
                json("{'file':'/data/f.csv','head':0,'partition':4}"),
                "fraud");

        assertThat(new TableQueries(jdbc, ZONE).find("in place", "t")).hasValueSatisfying(row -> {
            assertThat(row.path("engine").asText()).isEqualTo("PATH");
            assertThat(row.path("address")).isEqualTo(json("{'path':'/data/f.csv'}"));
            assertThat(row.path("have_head").asBoolean()).isFalse();
            assertThat(row.path("partitions").asInt()).isEqualTo(4);
            assertThat(row.path("project").asText()).isEqualTo("fraud");
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
    void aTableIsOfTheProjectOfItsJobAndIsListedToWhoMayReadThat() {
        jdbc.getJdbcOperations().execute("delete from storage_table_meta");
        TrackingStore rows = new TrackingStore(new JdbcTemplate(dataSource()), Clock.systemUTC());
        aTask(OLD, 0, "success");
        aTask(NEW, 0, "success");
        jdbc.getJdbcOperations().update("update job set project = 'credit' where job_id = ?", OLD);
        for (String job : List.of(OLD, NEW)) {
            rows.write(
                    job,
                    "upload_0",
                    new TaskKey(job + "_upload_0", 0, Party.of("local", "0")),
                    json("{'tables':[{'name':'t" + job
                            + "','namespace':'n','count':3,'origin':'upload','schema':{'header':'x'}}]}"));
        }
        TableQueries tables = new TableQueries(jdbc, ZONE);
        TableSearch search = new TableSearch(jdbc);
        VisibleJobs ofCredit = new VisibleJobs(false, "carol", false, Set.of("credit"), Set.of("fraud"));

        assertThat(tables.meantBy(List.of("n", "t" + OLD, "t" + NEW, "x")))
                .extracting(TableQueries.Owned::project)
                .containsExactlyInAnyOrder("credit", "");
        assertThat(tables.meantBy(List.of("t" + OLD, "N"))).isEmpty();
        assertThat(search.having("t", ofCredit)).singleElement().satisfies(table -> {
            assertThat(table.name()).isEqualTo("t" + OLD);
            assertThat(table.project()).isEqualTo("credit");
        });
        assertThat(search.having("t", VisibleJobs.of("carol"))).isEmpty();
        assertThat(search.having("t", VisibleJobs.ALL)).hasSize(2);
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
        assertThat(new LineageDatasets(jdbc).of(OLD).inputs()).isEmpty();
        jdbc.update(
                "update job_body set dsl = :dsl where job_id = :job",
                Map.of("job", OLD, "dsl", "{\"components\":{\"lr_0\":{\"module\":\"Reader\"}}}"));
        jdbc.update("update task set component_module = 'Reader' where task_id = :task", Map.of("task", task));
        JobDatasets.Datasets datasets = new LineageDatasets(jdbc).of(OLD);
        assertThat(datasets.inputs()).containsExactly(Dataset.table("n", "raw_1"));
        assertThat(datasets.outputs()).contains(Dataset.table(made, "abc"));
    }

    @Test
    void whatWasTakenOfATableOrAJobIsToldAndNothingOfOthersThatSoundAlike() {
        jdbc.getJdbcOperations().execute("delete from audit_log");
        audited("table_download", "", "{\"namespace\":\"n\",\"name\":\"raw_1\"}");
        audited("table_download", "", "{\"namespace\":\"other\",\"name\":\"raw_1\"}");
        audited("table_download", "", "{\"namespace\":\"n\",\"name\":\"raw_12\"}");
        audited("table_delete", "", "{\"namespace\":\"n\",\"name\":\"raw_1\"}");
        audited("output_download", OLD, "{}");
        audited("model_export", "", "{\"model_version\":\"" + NEW + "\"}");
        Lineage lineage = new Lineage(jdbc, new TableHistory(jdbc));

        assertThat(lineage.ofTable(new TableHistory.Name("n", "raw_1")).path("taken"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.path("action").asText()).isEqualTo("table_download"));
        assertThat(lineage.ofJob(OLD).path("taken"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.path("actor").asText()).isEqualTo("ann"));
        assertThat(lineage.ofModel(NEW).path("taken")).hasSize(1);
    }

    private void audited(String action, String job, String details) {
        Map<String, Object> row = new TreeMap<>(Map.of("create_time", NOON, "actor", "ann", "action", action));
        row.put("job_id", job);
        row.put("details", details);
        row.put("outcome", "done");
        List.of("origin", "component_name", "role", "party_id").forEach(empty -> row.put(empty, ""));
        insert("audit_log", row);
    }
}
