package io.fateflow.worker.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;

import io.fateflow.worker.component.statistics.DescribedColumns;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.summary.NumberPasses;
import io.fateflow.worker.summary.Pass;

/** Columns of a table whose batches were read by executors, which keep their numbers as long as they have room. */
final class SparkColumns implements DescribedColumns {

    private final JavaRDD<NumberBlock> blocks;
    private final int columns;

    private SparkColumns(JavaRDD<NumberBlock> blocks, int columns) {
        this.blocks = blocks;
        this.columns = columns;
    }

    static SparkColumns of(Cluster cluster, InstanceTable data, int... columns) throws IOException {
        List<BatchRange> ranges = BatchRange.of(data, cluster.parts(), columns);
        return new SparkColumns(
                cluster.spark()
                        .parallelize(ranges, ranges.size())
                        .flatMap(BatchRange::read)
                        .persist(StorageLevel.MEMORY_AND_DISK()),
                columns.length);
    }

    @Override
    public NumberPasses numbers() {
        return new NumberPasses() {
            @Override
            public int columns() {
                return columns;
            }

            @Override
            public <T extends Serializable> T pass(Pass<T> pass) throws IOException {
                return made(pass, blocks.mapPartitions(part -> gathered(pass, part)));
            }
        };
    }

    private static <T extends Serializable> Iterator<T> gathered(Pass<T> pass, Iterator<NumberBlock> part) {
        T gathered = pass.begin();
        part.forEachRemaining(block -> block.forEach(row -> pass.row(gathered, row)));
        return List.of(gathered).iterator();
    }

    /** Sums of numbers with a point depend on their order: they are made here, in that of the rows. */
    private static <T extends Serializable> T made(Pass<T> pass, JavaRDD<T> parts) throws IOException {
        return SparkColumns.<T>asked(() -> pass.isSensitiveToOrder()
                ? new ArrayList<>(parts.collect()).stream().reduce(pass.begin(), pass::merge)
                : parts.treeReduce(pass::merge));
    }

    @Override
    public long[] present() throws IOException {
        return asked(() -> blocks.map(NumberBlock::present).reduce(NumberBlock::sum));
    }

    private interface Question<T> {
        T ask() throws Exception;
    }

    /** Spark's exceptions are not declared. */
    private static <T> T asked(Question<T> question) throws IOException {
        try {
            return question.ask();
        } catch (Exception e) {
            throw Cluster.gaveUp(e);
        }
    }
}
