package io.fateflow.worker.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Caches;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.TaskIdentity;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

import static java.util.Objects.requireNonNull;

/**
 * Runs one component at several parties, each on a thread of its own with a table store of its own; what they send to
 * each other is on record.
 *
 * <pre>{@code
 * Federation.Run run = new Federation(directory, "guest:9999", "host:10000")
 *         .component(Intersection::new)
 *         .parameters("{\"intersect_method\": \"rsa\"}")
 *         .input("guest:9999", "data", guestTable)
 *         .run();
 * }</pre>
 */
public final class Federation {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final List<Party> parties = new ArrayList<>();
    private final Map<Party, List<Input>> inputs = new HashMap<>();
    private final Map<Party, List<Input>> caches = new HashMap<>();
    private final Map<Party, List<ModelInput>> models = new HashMap<>();
    private final Map<Party, String> parameters = new HashMap<>();
    private final MemoryExchange exchange = new MemoryExchange();
    private String common = "{}";
    private List<String> dataOutputs = List.of("data");
    private @Nullable Callable<Component> component;

    /**
     * Parties without data.
     *
     * @param directory in which each party's tables get a directory
     * @param parties such as {@code guest:9999}, in the conf's order within each role
     */
    public Federation(Path directory, String... parties) {
        this.directory = directory;
        for (String party : parties) {
            this.parties.add(party(party));
        }
    }

    public static Party party(String roleAndId) {
        String[] parts = roleAndId.split(":", 2);
        return new Party(parts[0], parts[1]);
    }

    /** One party's tables; the same in every federation of the same directory. */
    public TableStore tables(String party) {
        return new TableStore(directory.resolve(party.replace(':', '-')));
    }

    public Federation component(Callable<Component> newInstance) {
        component = newInstance;
        return this;
    }

    /** Parameters of all parties, as JSON. */
    public Federation parameters(String json) {
        common = json;
        return this;
    }

    /** Parameters of one party, laid over the common ones. */
    public Federation parameters(String party, String json) {
        parameters.put(party(party), json);
        return this;
    }

    public Federation input(String party, String key, TableName table) {
        inputs.computeIfAbsent(party(party), none -> new ArrayList<>())
                .add(new Input(key, "upstream_0", "data", table));
        return this;
    }

    public Federation model(String party, ModelInput.Kind kind, Model model) {
        models.computeIfAbsent(party(party), none -> new ArrayList<>())
                .add(new ModelInput(kind, "upstream_0", "model", model));
        return this;
    }

    /** What an earlier run has left at a party, for the component to go on from. */
    public Federation cache(String party, TableName table) {
        caches.computeIfAbsent(party(party), none -> new ArrayList<>())
                .add(new Input("cache", "upstream_0", "cache", table));
        return this;
    }

    /** Has what crosses changed on its way, as if its sender did not keep to the protocol. */
    public Federation changing(UnaryOperator<MemoryExchange.Message> change) {
        exchange.changeBy(change);
        return this;
    }

    public Federation dataOutputs(String... names) {
        dataOutputs = List.of(names);
        return this;
    }

    /** Runs the component everywhere and waits for all; one party's failure ends the others' waiting. */
    public Run run() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(parties.size());
        try {
            Map<Party, Future<ObjectNode>> running = new LinkedHashMap<>();
            parties.forEach(party -> running.put(party, threads.submit(() -> runAt(party))));
            Map<Party, ObjectNode> results = new HashMap<>();
            Map<Party, Throwable> failures = new HashMap<>();
            for (Map.Entry<Party, Future<ObjectNode>> each : running.entrySet()) {
                try {
                    results.put(each.getKey(), each.getValue().get());
                } catch (ExecutionException failure) {
                    failures.put(each.getKey(), failure.getCause());
                }
            }
            return new Run(this, results, failures, exchange.record());
        } finally {
            threads.shutdownNow();
        }
    }

    private ObjectNode runAt(Party self) throws Exception {
        if (component == null) {
            throw new IllegalStateException("say which component to run");
        }
        Results results = new Results();
        try {
            Component instance = component.call();
            instance.run(context(self, instance.module(), results));
            return results.toJson();
        } catch (Throwable failure) {
            exchange.fail(self + " failed: " + failure.getMessage());
            throw failure;
        }
    }

    private ComponentContext context(Party self, String module, Results results) throws IOException {
        String name = module.toLowerCase(java.util.Locale.ROOT) + "_0";
        Exchange own = exchange.of(self);
        return new ComponentContext(
                new TaskIdentity("202601010000000000001", name, "202601010000000000001_" + name, "0", module, self),
                new Parameters(module + "#" + name, parametersOf(self)),
                roles(),
                inputs.getOrDefault(self, List.of()),
                models.getOrDefault(self, List.of()),
                dataOutputs,
                List.of("model"),
                new Caches(caches.getOrDefault(self, List.of()), List.of("cache")),
                directory,
                new AllowedFolders(List.of(directory)),
                WritableFolders.none(),
                tables(self.role() + ":" + self.partyId()),
                own,
                results);
    }

    private ObjectNode parametersOf(Party self) throws JsonProcessingException {
        ObjectNode all = (ObjectNode) JSON.readTree(common);
        all.setAll((ObjectNode) JSON.readTree(parameters.getOrDefault(self, "{}")));
        return all;
    }

    private Parties roles() {
        Map<String, List<String>> byRole = new LinkedHashMap<>();
        for (Party party : parties) {
            byRole.computeIfAbsent(party.role(), none -> new ArrayList<>()).add(party.partyId());
        }
        return new Parties(byRole);
    }

    /**
     * How it ended.
     *
     * @param results by party, as {@code result.json} has them; none for a party that failed
     * @param record everything that crossed
     */
    public record Run(
            Federation federation,
            Map<Party, ObjectNode> results,
            Map<Party, Throwable> failures,
            List<MemoryExchange.Message> record) {

        /** What a party made; throws what it failed with. */
        public ObjectNode result(String party) {
            Throwable failure = failures.get(party(party));
            if (failure != null) {
                throw new AssertionError(party + " failed: " + failure, failure);
            }
            return requireNonNull(results.get(party(party)), party);
        }

        /** The message with which a party failed. */
        public String failure(String party) {
            Throwable failure = failures.get(party(party));
            if (failure == null) {
                throw new AssertionError(party + " did not fail");
            }
            return String.valueOf(failure.getMessage());
        }

        /** A party's output table of that name in the DSL. */
        public TableName output(String party, String dataName) {
            for (var output : result(party).path("outputs")) {
                if (output.path("data_name").asText().equals(dataName)) {
                    return new TableName(
                            output.path("table_namespace").asText(),
                            output.path("table_name").asText());
                }
            }
            throw new AssertionError(
                    party + " has no output " + dataName + ": " + result(party).path("outputs"));
        }

        /** The cache that a party left. */
        public TableName cache(String party) {
            var cache = result(party).path("caches").path(0);
            return new TableName(
                    cache.path("table_namespace").asText(),
                    cache.path("table_name").asText());
        }

        /** The one model that a party made. */
        public Model model(String party) {
            var json = result(party).path("models").path(0);
            return new Model(
                    json.path("module").asText(),
                    json.path("meta_name").asText(),
                    (ObjectNode) json.path("meta"),
                    json.path("param_name").asText(),
                    (ObjectNode) json.path("param"));
        }
    }
}
