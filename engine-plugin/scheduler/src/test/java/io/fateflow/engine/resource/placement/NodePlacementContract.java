package io.fateflow.engine.resource.placement;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.InvalidAmountException;
import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What placing, giving back and changing capacities do to the rows, on any database. */
abstract class NodePlacementContract {

    private static final Duration AGING = Duration.ofMinutes(10);

    private static final List<String> DEMANDS = List.of(
            "1 CPU", "2 CPU", "4 CPU", "1 GPU", "0.5 GPU", "0.3 GPU", "2 GPU, 1 CPU", "0.7 GPU, 1 CPU", "1 FPGA");
    private static final List<PlacementPolicy> POLICIES = List.of(PlacementPolicy.values());

    private final Set<String> open = new HashSet<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    /** What was leased while there was enough stays; nothing may be added to what is too much. */
    private final Map<String, ResourceQuantity> excess = new TreeMap<>();

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;
    private NodePlacements placements;
    private NodeCapacities capacities;

    /** With the tables of a site, in which nothing has happened. */
    abstract DataSource dataSource() throws Exception;

    @BeforeEach
    void emptyTables() throws Exception {
        DataSource source = dataSource();
        jdbc = new JdbcTemplate(source);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        NodeResourceStore nodes = NodeResourceStore.open(jdbc, clock());
        placements = new NodePlacements(
                jdbc,
                nodes,
                new Placement(new Random(3)),
                () -> open,
                (key, node) -> told.add(key.taskId()),
                clock(),
                AGING);
        capacities = new NodeCapacities(nodes, placements);
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }
        };
    }

    /** After every story: sums are sums, nothing is given twice, and whoever waits could not be served. */
    @AfterEach
    void rowsAreAsTheyMustBe() {
        assertThat(jdbc.queryForList(
                        "select n.node_name || ' ' || n.label from node_resource n where n.leased <> (select"
                                + " coalesce(sum(l.amount), 0) from lease_resource l where l.node_name = n.node_name"
                                + " and l.label = n.label)",
                        String.class))
                .isEmpty();
        assertThat(jdbc.queryForList(
                        "select node_name || label || unit_id from lease_resource where unit_id >= 0"
                                + " group by node_name, label, unit_id having sum(amount) > 1",
                        String.class))
                .isEmpty();
        assertThat(jdbc.queryForList(
                        "select lease_id from lease_resource r where not exists (select 1 from resource_lease l"
                                + " where l.lease_id = r.lease_id and l.node_name = r.node_name)",
                        String.class))
                .isEmpty();
        List<PlacementQueue.Waiter> waiting = new PlacementQueue(jdbc).all();
        for (NodeResources node : placements.nodes()) {
            assertThat(node.load())
                    .isEqualTo(waiting.stream()
                            .filter(waiter -> node.node().equals(waiter.node()))
                            .map(waiter -> waiter.demand().amounts())
                            .reduce(ResourceSet.EMPTY, ResourceSet::add));
        }
    }

    private <T> T step(Supplier<T> work) {
        return transaction.execute(status -> work.get());
    }

    private void node(String name, String amounts) {
        open.add(name);
        Map<String, Optional<ResourceQuantity>> wanted = new TreeMap<>();
        Nodes.set(amounts).amounts().forEach((label, amount) -> wanted.put(label, Optional.of(amount)));
        step(() -> {
            capacities.change(name, wanted, "olga");
            return true;
        });
    }

    private void capacity(String node, String label, String amount) {
        step(() -> {
            capacities.change(node, Map.of(label, Optional.of(ResourceQuantity.of(new BigDecimal(amount)))), "olga");
            return true;
        });
    }

    private static LeaseKey key(String task) {
        return LeaseKey.task("j1", Party.of("guest", "9999"), task, 0);
    }

    private Placed ask(String task, String demand) {
        return ask(task, demand, PlacementPolicy.PACK);
    }

    private Placed ask(String task, String demand, PlacementPolicy policy) {
        return step(() -> {
            insertLease(task);
            return placements.place(key(task), new Demand(Nodes.set(demand), policy), Set.of());
        });
    }

    private void insertLease(String task) {
        jdbc.update(
                "insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version, engine_type,"
                        + " engine_name, cores, memory, slots, fencing_token, since_time, demand) values (?, 'task', 'j1',"
                        + " 'guest', '9999', ?, 0, 'computing', 'STANDALONE', 1, 0, 0, 0, ?, '{}')",
                task,
                task,
                now.toEpochMilli());
    }

    private void end(String task) {
        assertThat(step(() -> placements.release(key(task)))).isTrue();
    }

    private String nodeOf(String task) {
        return new NodeLeaseStore(jdbc)
                .held(key(task))
                .map(NodeLeaseStore.Held::node)
                .orElse("none");
    }

    private List<Integer> units(String task) {
        NodeLeaseStore.Held held = new NodeLeaseStore(jdbc).held(key(task)).orElseThrow();
        return List.copyOf(requireNonNull(held.units().get("GPU")).keySet());
    }

    /** What all that wait say now. */
    private String reason(Placed placed) {
        assertThat(placed).isInstanceOf(Placed.Waits.class);
        return String.join("\n", placements.reasons(List.of("j1")).values());
    }

    private List<String> queue() {
        return new PlacementQueue(jdbc)
                .all().stream()
                        .map(waiter -> waiter.key().taskId() + "@" + waiter.node())
                        .toList();
    }

    @Test
    void sharesOfOneUnitGivenBackInAnyOrderAreWholeAgain() {
        for (List<String> order : List.of(List.of("a", "b", "c"), List.of("c", "a", "b"), List.of("b", "c", "a"))) {
            node("n1", "8 CPU, 1 GPU");
            ask("a", "0.1 GPU");
            ask("b", "0.2 GPU");
            ask("c", "0.7 GPU");
            assertThat(List.of(units("a"), units("b"), units("c"))).containsOnly(List.of(0));
            assertThat(ask("d", "0.0001 GPU")).isInstanceOf(Placed.Waits.class);
            end("d");

            order.forEach(this::end);

            assertThat(ask("whole", "1 GPU")).isEqualTo(new Placed.On("n1"));
            end("whole");
        }
    }

    @Test
    void whoWantsMoreThanTheRestOfAnyUnitWaitsAndSaysSo() {
        node("n1", "8 CPU, 2 GPU");
        ask("a", "0.5 GPU");
        ask("c", "0.5 GPU");
        ask("b", "0.5 GPU");
        end("a");

        assertThat(reason(ask("e", "0.75 GPU"))).contains("no single GPU has 0.75 free: gpu 0 has 0.5, gpu 1 has 0.5");
        assertThat(reason(ask("f", "1 GPU"))).contains("not so many whole GPU are free");

        end("b");
        assertThat(told).containsExactly("e");
        assertThat(nodeOf("f")).isEqualTo("none");
    }

    @Test
    void nothingIsGrantedOfALabelThatHasShrunkBelowWhatIsInUse() {
        node("n1", "10 CPU");
        ask("a", "4 CPU");
        ask("b", "4 CPU");
        capacity("n1", "CPU", "4");
        assertThat(reason(ask("c", "1 CPU"))).contains("n1 has nothing");

        end("a");
        assertThat(nodeOf("c")).isEqualTo("none");

        end("b");
        assertThat(told).containsExactly("c");
        assertThat(nodeOf("c")).isEqualTo("n1");
    }

    @Test
    void noUnitIsGivenTwiceHoweverTheirNumberChanges() {
        node("n1", "4 GPU");
        ask("a", "1 GPU");
        ask("b", "1 GPU");
        assertThat(List.of(units("a"), units("b"))).containsExactly(List.of(3), List.of(2));

        capacity("n1", "GPU", "2");
        assertThat(ask("c", "1 GPU")).isInstanceOf(Placed.Waits.class);
        capacity("n1", "GPU", "4");
        assertThat(units("c")).containsExactly(1);
        capacity("n1", "GPU", "2");
        capacity("n1", "GPU", "4");
        ask("d", "1 GPU");
        assertThat(units("d")).containsExactly(0);
        assertThat(ask("e", "1 GPU")).isInstanceOf(Placed.Waits.class);
    }

    @Test
    void nothingComesBackOfALabelThatWasDeletedWhileItWasLeased() {
        node("n1", "8 CPU, 2 GPU");
        ask("a", "1 GPU, 1 CPU");
        capacity("n1", "GPU", "0");
        assertThat(reason(ask("b", "1 GPU"))).contains("no node has the label GPU");

        end("a");

        assertThat(told).isEmpty();
        assertThat(jdbc.queryForList("select label from node_resource", String.class))
                .containsExactly("CPU");
        assertThat(jdbc.queryForObject("select count(*) from lease_resource", Integer.class))
                .isZero();
    }

    @Test
    void aLabelThatComesBackWhileItIsLeasedIsLeased() {
        node("n1", "2 GPU");
        ask("a", "1 GPU");
        capacity("n1", "GPU", "0");
        capacity("n1", "GPU", "1");

        assertThat(ask("b", "1 GPU")).isInstanceOf(Placed.Waits.class);
        end("a");
        assertThat(nodeOf("b")).isEqualTo("n1");
    }

    @Test
    void ofTenThatNeedAllOfANodeThatJoinsOneRunsAndNineWaitThereInOrder() {
        node("small", "1 CPU");
        for (int i = 0; i < 10; i++) {
            assertThat(reason(ask("t" + i, "8 CPU"))).contains("the most that a node has is 1");
        }

        node("n1", "8 CPU");

        assertThat(told).containsExactly("t0");
        assertThat(queue())
                .containsExactly("t1@n1", "t2@n1", "t3@n1", "t4@n1", "t5@n1", "t6@n1", "t7@n1", "t8@n1", "t9@n1");
        for (int i = 0; i < 9; i++) {
            end("t" + i);
            assertThat(told).last().isEqualTo("t" + (i + 1));
        }
    }

    @Test
    void whatOneWaitsForIsNotKeptFromThoseWhomItServesUntilTheOneHasWaitedForTooLong() {
        node("n1", "4 CPU");
        ask("a", "2 CPU");
        assertThat(ask("large", "4 CPU")).isInstanceOf(Placed.Waits.class);
        assertThat(ask("b", "1 CPU")).isEqualTo(new Placed.On("n1"));

        now = now.plus(AGING).plusMillis(1);

        assertThat(ask("c", "1 CPU")).isInstanceOf(Placed.Waits.class);
        end("a");
        end("b");
        assertThat(told).containsExactly("large");
        end("large");
        assertThat(told).containsExactly("large", "c");
    }

    @Test
    void whoeverWaitsForANodeThatTakesNoTasksWaitsForAnother() {
        node("n1", "4 CPU");
        node("n2", "3 CPU");
        ask("a", "4 CPU");
        ask("b", "3 CPU");
        ask("c", "3 CPU");
        ask("d", "4 CPU");
        open.remove("n1");

        step(placements::nodesChanged);

        assertThat(queue()).containsExactly("c@n2", "d@null");
        open.add("n1");
        step(placements::nodesChanged);
        assertThat(queue()).containsExactly("c@n2", "d@n1");
    }

    @Test
    void whoDoesNotWaitAnyMoreLeavesItsPlace() {
        node("n1", "4 CPU");
        ask("a", "4 CPU");
        ask("b", "4 CPU");
        ask("c", "4 CPU");

        end("b");
        end("a");

        assertThat(told).containsExactly("c");
        assertThat(step(() -> placements.release(key("b")))).isFalse();
    }

    @Test
    void placingTwiceIsPlacingOnce() {
        node("n1", "4 CPU");
        ask("a", "3 CPU");
        Demand demand = new Demand(Nodes.set("3 CPU"), PlacementPolicy.PACK);

        assertThat(step(() -> placements.place(key("a"), demand, Set.of()))).isEqualTo(new Placed.On("n1"));
        ask("b", "3 CPU");
        assertThat(step(() -> placements.place(key("b"), demand, Set.of()))).isInstanceOf(Placed.Waits.class);
        assertThat(queue()).containsExactly("b@n1");
    }

    @Test
    void twoServersThatPlaceAtTheSameMomentGiveNothingTwice() throws Exception {
        node("n1", "40 CPU, 20 GPU");
        node("n2", "40 CPU, 20 GPU");
        for (int i = 0; i < 120; i++) {
            insertLease("t" + i);
        }
        ExecutorService servers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int server = 0; server < 2; server++) {
                int first = server;
                results.add(servers.submit(() -> {
                    int granted = 0;
                    for (int i = first; i < 120; i += 2) {
                        LeaseKey key = key("t" + i);
                        Demand demand = new Demand(Nodes.set("1 CPU, 0.5 GPU"), PlacementPolicy.RANDOM);
                        granted += step(() -> placements.place(key, demand, Set.of())) instanceof Placed.On ? 1 : 0;
                    }
                    return granted;
                }));
            }
            int granted = 0;
            for (Future<Integer> result : results) {
                granted += result.get(60, TimeUnit.SECONDS);
            }
            assertThat(granted).isEqualTo(80);
            assertThat(queue()).hasSize(40);
        } finally {
            servers.shutdownNow();
        }
    }

    @Test
    void whatAWorkerAnnouncesCountsUntilAnOperatorSaysOtherwise() {
        open.add("n1");
        assertThat(announce("{\"CPU\": 8, \"memory\": 16000.5, \"GPU\": [2, 3], \"bad label\": 1, \"odd\": \"x\"}"))
                .isTrue();
        assertThat(announce("{\"CPU\": 8, \"memory\": 16000.5, \"GPU\": [2, 3]}"))
                .isFalse();
        ask("a", "1 GPU");
        ask("b", "1 GPU");
        assertThat(List.of(units("a"), units("b"))).containsExactly(List.of(3), List.of(2));

        capacity("n1", "CPU", "2");
        announce("{\"CPU\": 16, \"GPU\": [2, 3]}");
        assertThat(total("CPU")).isEqualByComparingTo("2");
        assertThat(jdbc.queryForList("select label from node_resource order by label", String.class))
                .containsExactly("CPU", "GPU");

        capacity("n1", "GPU", "0");
        announce("{\"CPU\": 16, \"GPU\": [2, 3, 4]}");
        assertThat(ask("c", "1 GPU")).isInstanceOf(Placed.Waits.class);

        step(() -> {
            capacities.change("n1", Map.of("GPU", Optional.empty(), "CPU", Optional.empty()), "olga");
            return true;
        });
        assertThat(total("CPU")).isEqualByComparingTo("16");
        assertThat(units("c")).containsExactly(4);
    }

    private boolean announce(String json) {
        return step(() -> capacities.announced(Map.of("n1", json)));
    }

    private BigDecimal total(String label) {
        return jdbc.queryForObject("select total from node_resource where label = ?", BigDecimal.class, label);
    }

    /**
     * Nodes join, grow, shrink, lose labels, fall silent and come back, while attempts come and go. A seed is one story: run it
     * again.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whateverBecomesOfNodesNothingIsGivenTwiceAndNobodyWaitsForWhatIsFree(long seed) {
        Random story = new Random(seed);
        List<String> living = new ArrayList<>();
        for (int step = 0; step < 150; step++) {
            String node = "n" + story.nextInt(4);
            int what = story.nextInt(20);
            if (what < 8) {
                String task = "s" + seed + "t" + step;
                ask(task, DEMANDS.get(story.nextInt(DEMANDS.size())), POLICIES.get(story.nextInt(POLICIES.size())));
                living.add(task);
            } else if (what < 15 && !living.isEmpty()) {
                end(living.remove(story.nextInt(living.size())));
            } else if (what < 18) {
                open.add(node);
                String label = story.nextBoolean() ? "GPU" : "CPU";
                capacity(node, label, Integer.toString(story.nextInt(5)));
            } else if (story.nextBoolean() ? open.remove(node) : open.add(node)) {
                step(placements::nodesChanged);
            }
            rowsAreAsTheyMustBe();
            assertThat(placements.servable(Long.MAX_VALUE))
                    .as("step %d of seed %d", step, seed)
                    .isEmpty();
            nothingIsGrantedAboveCapacity();
        }
    }

    private void nothingIsGrantedAboveCapacity() {
        Map<String, ResourceQuantity> now = new TreeMap<>();
        for (NodeResources node : placements.nodes()) {
            node.leased()
                    .subtract(node.total())
                    .amounts()
                    .forEach((label, amount) ->
                            now.put(node.node() + label + node.total().get(label), amount));
        }
        now.forEach((place, amount) ->
                assertThat(amount).as(place).isLessThanOrEqualTo(excess.getOrDefault(place, amount)));
        excess.clear();
        excess.putAll(now);
    }

    @Test
    void refusesCapacitiesThatCantBe() {
        assertThatThrownBy(() -> capacity("n1", "a b", "1"))
                .isInstanceOf(InvalidAmountException.class)
                .hasMessageContaining("FFB-2026");
        assertThatThrownBy(() -> capacity("n1", "GPU", "1.5"))
                .isInstanceOf(InvalidAmountException.class)
                .hasMessageContaining("whole units");
    }
}
