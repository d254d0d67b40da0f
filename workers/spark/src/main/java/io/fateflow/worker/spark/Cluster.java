package io.fateflow.worker.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;

/** This driver's application at a cluster. */
final class Cluster implements AutoCloseable {

    private static final Duration MASTER_ANSWERS = Duration.ofSeconds(5);

    /** Seconds; an operator may set it in {@code spark-defaults.conf}. */
    private static final String EXECUTOR_WAIT = "spark.fateflow.executorWait";

    private static final int EXECUTOR_WAIT_SECONDS = 120;
    private static final String MASTERS = "spark://";
    private static final int PARTS_A_CORE = 3;

    private final JavaSparkContext spark;

    private Cluster(JavaSparkContext spark) {
        this.spark = spark;
    }

    /**
     * Registers the application that {@code spark-submit} has described, and waits for its first executor: without one, a pass would
     * wait for ever.
     *
     * @throws IOException FFB-4060 without a master, FFB-4061 without an executor
     */
    static Cluster connect() throws IOException, InterruptedException {
        SparkConf conf = new SparkConf();
        String master = conf.get("spark.master");
        requireMaster(master);
        JavaSparkContext spark;
        try {
            spark = new JavaSparkContext(conf);
        } catch (RuntimeException e) {
            throw noMaster(master, e);
        }
        Cluster cluster = new Cluster(spark);
        try {
            cluster.awaitExecutor(Duration.ofSeconds(conf.getInt(EXECUTOR_WAIT, EXECUTOR_WAIT_SECONDS)));
            return cluster;
        } catch (IOException | InterruptedException e) {
            cluster.close();
            throw e;
        }
    }

    /** Spark itself tries for a minute, and then says something else. */
    private static void requireMaster(String master) throws IOException {
        IOException last = new IOException("it names no address");
        for (String address : master.substring(MASTERS.length()).split(",", -1)) {
            URI uri = URI.create(MASTERS + address);
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), (int) MASTER_ANSWERS.toMillis());
                return;
            } catch (IOException e) {
                last = e;
            }
        }
        throw noMaster(master, last);
    }

    private static IOException noMaster(String master, Exception cause) {
        return new IOException(
                "FFB-4060 no Spark master answers at %s (%s): start it, or have the worker told another one (fate.worker.spark.master)"
                        .formatted(master, cause.getMessage()),
                cause);
    }

    private void awaitExecutor(Duration atMost) throws IOException, InterruptedException {
        CountDownLatch executorOrEnd = new CountDownLatch(1);
        spark.sc().addSparkListener(new SparkListener() {
            @Override
            public void onExecutorAdded(SparkListenerExecutorAdded added) {
                executorOrEnd.countDown();
            }

            @Override
            public void onApplicationEnd(SparkListenerApplicationEnd end) {
                executorOrEnd.countDown();
            }
        });
        // the driver is one of them
        if (spark.sc().statusTracker().getExecutorInfos().length > 1) {
            return;
        }
        boolean isDecided = executorOrEnd.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        if (spark.sc().isStopped()) {
            throw new IOException(
                    "FFB-4062 the Spark cluster at %s has ended the application before it had an executor: see the logs"
                                    .formatted(spark.getConf().get("spark.master"))
                            + " of its workers, which could not start one");
        }
        if (!isDecided) {
            throw new IOException(
                    ("FFB-4061 the Spark cluster at %s has given no executor of %s cores and %s within %d s: no worker of it has"
                                    + " as much free. Start one, ask for smaller executors (spark_run), or correct what this"
                                    + " worker says of the cluster (fate.worker.spark.cores, .memory)")
                            .formatted(
                                    spark.getConf().get("spark.master"),
                                    spark.getConf().get("spark.executor.cores"),
                                    spark.getConf().get("spark.executor.memory"),
                                    atMost.toSeconds()));
        }
    }

    JavaSparkContext spark() {
        return spark;
    }

    /** In how many parts a table is looked at; what was asked for says it, so that it is the same each time. */
    int parts() {
        SparkConf conf = spark.getConf();
        return conf.getInt("spark.default.parallelism", PARTS_A_CORE * conf.getInt("spark.cores.max", 1));
    }

    /** What of Spark's words a user can do something about. */
    static IOException gaveUp(Exception failure) {
        String words = Stream.iterate((Throwable) failure, cause -> cause != null, Throwable::getCause)
                .map(cause -> String.valueOf(cause.getMessage()))
                .flatMap(message -> Arrays.stream(message.split("\n", -1)))
                .filter(line -> line.contains("FFB-"))
                .findFirst()
                .orElseGet(() -> String.valueOf(failure.getMessage()).split("\n", -1)[0]);
        return new IOException(
                ("FFB-4062 Spark gave up: %s. Executors' logs are at the cluster's workers; one that was lost may have needed more"
                                + " memory (executor-memory in spark_run)")
                        // an executor's, which this process can't be given more for
                        .formatted(words.replace("java.lang.OutOfMemoryError", "an executor is out of memory")),
                failure);
    }

    @Override
    public void close() {
        spark.close();
    }
}
