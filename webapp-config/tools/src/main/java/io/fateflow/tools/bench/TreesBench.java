package io.fateflow.tools.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;

import io.fateflow.worker.component.Caches;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.TaskIdentity;
import io.fateflow.worker.component.boosting.HeteroSecureBoost;
import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.Residues;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;

/**
 * Trees of HeteroSecureBoost, guest and host in this process, next to the big-number operations that no tree can do without:
 * an encryption for each row, a product for each row and column of the host at the root and for half of the rows at each depth
 * below, and the squarings and the decryption of each package of sums. Those are timed one by one in the same run.
 */
final class TreesBench {

    private static final TableName DATA = new TableName("bench", "rows");
    private static final Party GUEST = new Party("guest", "9999");
    private static final Party HOST = new Party("host", "10000");
    static final int BINS = 32;
    static final int DEPTH = 4;
    private static final int KEY_BITS = LearningJob.KEY_BITS;
    private static final long ROUND_NANOS = 300_000_000;

    private final Path directory;
    private final int rows;
    private final int columns;
    private final int trees;

    /**
     * Measures nothing yet.
     *
     * @param directory for the parties' tables
     * @param columns of each party
     */
    TreesBench(Path directory, int rows, int columns, int trees) {
        this.directory = directory;
        this.rows = rows;
        this.columns = columns;
        this.trees = trees;
    }

    ObjectNode run() throws IOException, InterruptedException, ExecutionException {
        store(GUEST);
        store(HOST);
        OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = process.getProcessCpuTime();
        long begin = System.nanoTime();
        JsonNode model = train();
        double seconds = (System.nanoTime() - begin) / 1e9 / trees;
        double cpuSeconds = (process.getProcessCpuTime() - cpu) / 1e9 / trees;
        double bare = bareSeconds(model);
        return JsonNodeFactory.instance
                .objectNode()
                .put("library", BigMath.library())
                .put("cores", Runtime.getRuntime().availableProcessors())
                .put("rows", rows)
                .put("columnsOfEachParty", columns)
                .put("depth", DEPTH)
                .put("keyBits", KEY_BITS)
                .put("secondsPerTree", seconds)
                .put("cpuSecondsPerTree", cpuSeconds)
                .put("bareCpuSecondsPerTree", bare)
                .put("ratio", cpuSeconds / bare);
    }

    private JsonNode train() throws InterruptedException, ExecutionException {
        TwoParties exchange = new TwoParties();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Results> guest = threads.submit(() -> runAt(GUEST, exchange));
            Future<Results> host = threads.submit(() -> runAt(HOST, exchange));
            host.get();
            return guest.get().toJson().path("models").path(0).path("param");
        } finally {
            threads.shutdownNow();
        }
    }

    private Results runAt(Party self, TwoParties exchange) throws Exception {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("num_trees", trees)
                .put("bin_num", BINS)
                .put("n_iter_no_change", false);
        parameters.putObject("tree_param").put("max_depth", DEPTH);
        parameters.putObject("encrypt_param").put("key_length", KEY_BITS);
        Results results = new Results();
        HeteroSecureBoost component = new HeteroSecureBoost();
        component.run(new ComponentContext(
                new TaskIdentity("bench", "trees", "bench_trees", "0", component.module(), self),
                new Parameters("HeteroSecureBoost#trees", parameters),
                new Parties(Map.of("guest", List.of(GUEST.partyId()), "host", List.of(HOST.partyId()))),
                List.of(new Input("train_data", "rows", "data", DATA)),
                List.of(),
                List.of(),
                List.of("model"),
                Caches.NONE,
                directory,
                AllowedFolders.none(),
                WritableFolders.none(),
                tables(self),
                exchange.of(self),
                results));
        return results;
    }

    private void store(Party party) throws IOException {
        boolean labelled = party.equals(GUEST);
        Random random = new Random(party.hashCode());
        List<String> header =
                IntStream.range(0, columns).mapToObj(column -> "x" + column).toList();
        InstanceSchema schema = InstanceSchema.dense(header, header).withLabel(labelled ? "y" : null, true);
        List<Instance> instances = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            double[] values = new double[columns];
            Arrays.setAll(values, column -> random.nextGaussian());
            double label = values[0] + random.nextGaussian() > 0 ? 1 : 0;
            instances.add(Instance.of("row" + row, labelled ? label : Double.NaN, new DenseFeatures(values)));
        }
        new DataSet(TableSchema.of("id", List.of(), 1).withInstances(schema), instances).save(tables(party), DATA);
    }

    private TableStore tables(Party party) {
        return new TableStore(directory.resolve(party.role()));
    }

    /** Of one tree, on one core. */
    private double bareSeconds(JsonNode model) {
        PaillierKeyPair keys = PaillierKeyPair.generate(KEY_BITS, new SecureRandom());
        BigInteger modulus = keys.publicKey().n().pow(2);
        PaillierNumber number = keys.publicKey().encrypt(1);
        double encryption = secondsOf(() -> keys.publicKey().encrypt(1));
        double decryption = secondsOf(() -> keys.privateKey().decryptExactly(number));
        double product;
        try (Residues residues = BigMath.modulo(modulus).residues(1)) {
            residues.set(
                    0,
                    BigMath.modulo(modulus).residue(BigInteger.TWO.pow(KEY_BITS).subtract(BigInteger.ONE)));
            product = secondsOf(() -> {
                residues.multiply(0, 0, residues, 0);
                return residues;
            });
        }
        int padding = 2 * (52 + Integer.SIZE - Integer.numberOfLeadingZeros(rows)) + 1;
        int capacity = (KEY_BITS - 3) / padding;
        double candidates = partedNodes(model) * columns * (BINS - 1.0);
        double additions = (double) rows * columns * (1 + (DEPTH - 1) / 2.0);
        return rows * encryption + (additions + candidates * padding) * product + candidates / capacity * decryption;
    }

    /** How many nodes a tree has on average that candidates are made of. */
    private double partedNodes(JsonNode model) {
        long asked = 0;
        for (JsonNode tree : model.path("trees")) {
            int[] depths = new int[tree.path("tree").size()];
            for (JsonNode node : tree.path("tree")) {
                int depth = depths[node.path("id").asInt()];
                asked += depth < DEPTH ? 1 : 0;
                if (!node.path("isLeaf").asBoolean()) {
                    depths[node.path("leftNodeid").asInt()] = depth + 1;
                    depths[node.path("rightNodeid").asInt()] = depth + 1;
                }
            }
        }
        return (double) asked / trees;
    }

    private static double secondsOf(Supplier<Object> operation) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long count = 0;
            long nanos;
            do {
                Objects.requireNonNull(operation.get());
                count++;
                nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
            } while (nanos < ROUND_NANOS);
            best = Math.min(best, nanos / 1e9 / count);
        }
        return best;
    }
}
