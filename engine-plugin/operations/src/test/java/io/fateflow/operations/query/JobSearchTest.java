package io.fateflow.operations.query;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.fateflow.database.testing.TestSchema;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.operations.query.JobSearch.Filter;
import io.fateflow.operations.query.JobSearch.Jobs;
import io.fateflow.operations.query.JobSearch.Line;
import io.fateflow.operations.query.JobSearch.Place;

import static org.assertj.core.api.Assertions.assertThat;

/** What the list of jobs finds. */
class JobSearchTest {

    private static final Filter ALL = new Filter("", List.of(), "", false, "", VisibleJobs.ALL);

    private final Map<LeaseKey, String> nodeWaits = new HashMap<>();
    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:search", "sa", "", true);
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final JobSearch search = new JobSearch(
            new NamedParameterJdbcTemplate(jdbc),
            () -> (job, reason, engine) -> engine == null ? reason : reason + ", held by others",
            jobs -> nodeWaits);

    @BeforeEach
    void tables() {
        TestSchema.migrate(database);
    }

    @AfterEach
    void close() {
        database.destroy();
    }

    @Test
    void pagesFollowEachOtherForwardsAndBackwards() {
        for (int i = 0; i < 7; i++) {
            // two of the same time: the id decides
            job(id(i), 1_000 + i / 2, "success", "guest");
        }

        Jobs first = search.newest(ALL, Optional.empty(), 3);
        Jobs second = search.newest(ALL, Optional.of(last(first)), 3);
        Jobs third = search.newest(ALL, Optional.of(last(second)), 3);
        Jobs back = search.before(ALL, first(third), 3);

        assertThat(ids(first)).containsExactly(id(6), id(5), id(4));
        assertThat(ids(second)).containsExactly(id(3), id(2), id(1));
        assertThat(ids(third)).containsExactly(id(0));
        assertThat(ids(back)).isEqualTo(ids(second));
        assertThat(List.of(first.newer(), first.older(), third.newer(), third.older(), back.newer(), back.older()))
                .containsExactly(false, true, true, false, true, true);
        assertThat(search.count(ALL)).isEqualTo(7);
    }

    @Test
    void aJobIsOneLineHoweverManyPartiesItHasHere() {
        job(id(1), 1_000, "waiting", "guest");
        party(id(1), 1_000, "waiting", "host", "10000", false);
        party(id(2), 2_000, "running", "host", "10000", false);
        party(id(2), 2_000, "running", "arbiter", "10000", false);
        body(id(2));
        jdbc.update(
                "update job set wait_reason = 'cores are short', wait_engine = 'STANDALONE' where job_id = ?", id(1));

        List<Line> lines = search.newest(ALL, Optional.empty(), 10).lines();

        assertThat(lines).extracting(Line::jobId).containsExactly(id(2), id(1));
        assertThat(lines.get(1).reason()).isEqualTo("cores are short, held by others");
        assertThat(lines.get(1).modules()).containsExactly("Reader", "HeteroLR");
        assertThat(lines.get(0).own()).isFalse();
    }

    @Test
    void findsByTextStatusPartyAndKind() {
        job(id(1), 1_000, "success", "guest");
        job(id(2), 2_000, "failed", "guest");
        job(id(3), 3_000, "success", "local");
        party(id(2), 2_000, "failed", "host", "10000", false);
        jdbc.update("update job set name = 'Credit 100%', error_report = 'FFB-1 no\nmore' where job_id = ?", id(2));

        assertThat(found(new Filter("credit 100%", List.of(), "", false, "", VisibleJobs.ALL)))
                .containsExactly(id(2));
        assertThat(found(new Filter("credit%", List.of(), "", false, "", VisibleJobs.ALL)))
                .isEmpty();
        assertThat(found(new Filter("credit_100", List.of(), "", false, "", VisibleJobs.ALL)))
                .isEmpty();
        assertThat(found(new Filter(id(1).substring(0, 20), List.of(), "", false, "", VisibleJobs.ALL)))
                .contains(id(1));
        assertThat(found(new Filter("", List.of("failed", "timeout"), "", false, "", VisibleJobs.ALL)))
                .containsExactly(id(2));
        assertThat(found(new Filter("", List.of(), "10000", false, "", VisibleJobs.ALL)))
                .containsExactly(id(2));
        assertThat(found(new Filter("", List.of(), "", true, "", VisibleJobs.ALL)))
                .containsExactly(id(3));
        assertThat(search.one(id(2)).orElseThrow().reason()).isEqualTo("FFB-1 no");
        assertThat(search.one(id(9))).isEmpty();
    }

    @Test
    void showsAndCountsAnAccountsJobsOnlyWhereNotAllAreVisible() {
        job(id(1), 1_000, "running", "guest");
        job(id(2), 2_000, "running", "guest");
        party(id(2), 2_000, "running", "host", "10000", false);
        job(id(3), 3_000, "waiting", "guest");
        jdbc.update("update job set submitter = 'alice' where job_id = ?", id(2));
        Filter hers = new Filter("", List.of(), "", false, "", VisibleJobs.of("alice"));

        assertThat(found(hers)).containsExactly(id(2));
        assertThat(search.before(hers, new Place(0, id(0)), 10).lines())
                .extracting(Line::jobId)
                .containsExactly(id(2));
        assertThat(search.count(hers)).isOne();
        assertThat(search.open(hers.visible())).isEqualTo(Map.of("running", 1L));
        jdbc.update("update job set project = 'credit' where job_id = ?", id(3));
        VisibleJobs ofCredit = new VisibleJobs(false, "alice", true, Set.of("credit"), Set.of());
        assertThat(found(new Filter("", List.of(), "", false, "", ofCredit))).containsExactly(id(3), id(2));
        assertThat(found(new Filter("", List.of(), "", false, "credit", ofCredit)))
                .containsExactly(id(3));
        assertThat(search.count(new Filter("", List.of(), "", false, "credit", hers.visible())))
                .isZero();
        assertThat(search.one(id(3)).orElseThrow().project()).isEqualTo("credit");
        assertThat(search.open(VisibleJobs.ALL)).isEqualTo(Map.of("running", 2L, "waiting", 1L));
    }

    @Test
    void aRunningJobWhoseAttemptsAllWaitSaysWhy() {
        for (int i = 1; i <= 4; i++) {
            job(id(i), i * 1_000L, "running", "guest");
        }
        attempt(id(1), "reader_0", "guest", "success", "an old one");
        attempt(id(1), "lr_0", "guest", "waiting", "waits for 2 cores");
        attempt(id(1), "lr_0", "host", "waiting", null);
        attempt(id(2), "lr_0", "guest", "waiting", "waits for 2 cores");
        attempt(id(2), "reader_0", "guest", "running", null);
        attempt(id(3), "lr_0", "guest", "waiting", null);
        attempt(id(4), "lr_0", "guest", "waiting", null);
        nodeWaits.put(LeaseKey.task(id(4), Party.of("guest", "9999"), id(4) + "_lr_0", 0), "no node has 1 GPU free");

        List<Line> lines = search.newest(ALL, Optional.empty(), 10).lines();

        assertThat(lines)
                .extracting(Line::reason)
                .containsExactly(
                        "lr_0 at guest 9999: no node has 1 GPU free", "", "", "lr_0 at guest 9999: waits for 2 cores");
    }

    @Test
    void cockpitHasComponentsInTheOrderOfTheDag() {
        job(id(1), 1_000, "running", "guest");
        jdbc.update(
                "update job_body set dsl = ?",
                "{\"components\": {\"b_0\": {\"input\": {\"data\": {\"data\": [\"z_0.data\"]}}}, \"z_0\": {},"
                        + " \"a_0\": {\"input\": {\"data\": {\"data\": [\"b_0.data\"]}}}}}");
        for (String component : List.of("a_0", "b_0", "z_0")) {
            attempt(id(1), component, "host", "waiting", null);
            attempt(id(1), component, "guest", "waiting", null);
        }

        assertThat(new JobOverview(jdbc, () -> (job, reason, engine) -> reason).tasks(id(1)))
                .extracting(task -> task.component() + " " + task.role())
                .containsExactly("z_0 guest", "z_0 host", "b_0 guest", "b_0 host", "a_0 guest", "a_0 host");
    }

    private void attempt(String job, String component, String role, String status, @Nullable String reason) {
        jdbc.update(
                "insert into task (task_id, task_version, role, party_id, job_id, component_name, component_module,"
                        + " initiator_role, initiator_party_id, federated_mode, federated_status_collect_type, status,"
                        + " party_status, auto_retries, auto_retry_delay, run_on_this_party, kill_status, error_report,"
                        + " is_deepspeed, wait_reason, wait_since, create_time, update_time, end_time)"
                        + " values (?, 0, ?, '9999', ?, ?, 'M', 'guest', '9999', 'SINGLE', 'PUSH', ?, ?, 0, 0, true, false,"
                        + " '', false, ?, ?, 1, 1, ?)",
                job + "_" + component,
                role,
                job,
                component,
                status,
                status,
                reason,
                reason == null ? null : 5L,
                status.equals("success") ? 9L : null);
    }

    private List<String> found(Filter filter) {
        List<String> ids = ids(search.newest(filter, Optional.empty(), 10));
        assertThat(search.count(filter)).isEqualTo(ids.size());
        return ids;
    }

    private static List<String> ids(Jobs jobs) {
        return jobs.lines().stream().map(Line::jobId).toList();
    }

    private static Place first(Jobs jobs) {
        return place(jobs.lines().get(0));
    }

    private static Place last(Jobs jobs) {
        return place(jobs.lines().get(jobs.lines().size() - 1));
    }

    private static Place place(Line line) {
        return new Place(line.createTime(), line.jobId());
    }

    private static String id(int number) {
        return "20260301000000000%04d0".formatted(number);
    }

    private void job(String id, long time, String status, String role) {
        body(id);
        party(id, time, status, role, "9999", true);
    }

    private void body(String id) {
        jdbc.update(
                "insert into job_body (job_id, dsl, runtime_conf, train_runtime_conf, dag_key) values (?, ?, '{}', '{}', 'x')",
                id,
                "{\"components\": {\"reader_0\": {\"module\": \"Reader\"}, \"lr_0\": {\"module\": \"HeteroLR\"}}}");
    }

    private void party(String id, long time, String status, String role, String party, boolean initiator) {
        jdbc.update(
                "insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users, initiator_role,"
                        + " initiator_party_id, is_initiator, runtime_conf_on_party, status, progress, ready_signal,"
                        + " cancel_signal, rerun_signal, end_scheduling_updates, cores, memory, remaining_cores,"
                        + " remaining_memory, resource_in_use, inheritance_info, inheritance_status, gate_slots,"
                        + " remaining_gate_slots, task_cores, task_memory, error_report, create_time, update_time)"
                        + " values (?, ?, ?, '', '', '', '', '{}', '{}', ?, '9999', ?, '{}', ?, 0, false, false, false,"
                        + " 0, 0, 0, 0, 0, false, '{}', 'pass', 1, 1, 1, 0, '', ?, ?)",
                id,
                role,
                party,
                initiator ? role : "guest",
                initiator,
                status,
                time,
                time);
    }
}
