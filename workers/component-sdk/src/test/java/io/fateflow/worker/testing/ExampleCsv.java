package io.fateflow.worker.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A public example table that lies beside the checkout on some machines: a head, then an id and numbers in each line. */
// nobody compares files
@SuppressWarnings("ArrayRecordComponent")
public record ExampleCsv(List<String> ids, double[][] values) {

    /** Reads it; where there is none, the test is skipped. */
    public static ExampleCsv read(Path file) throws IOException {
        assumeTrue(Files.exists(file), "no example data beside the checkout");
        List<String[]> lines = Files.readAllLines(file).stream()
                .skip(1)
                .map(line -> line.split(","))
                .toList();
        return new ExampleCsv(
                lines.stream().map(cells -> cells[0]).toList(),
                lines.stream()
                        .map(cells -> Arrays.stream(cells)
                                .skip(1)
                                .mapToDouble(Double::parseDouble)
                                .toArray())
                        .toArray(double[][]::new));
    }

    public double[] column(int column) {
        return Arrays.stream(values).mapToDouble(row -> row[column]).toArray();
    }

    /** The columns from that one on. */
    public double[][] from(int column) {
        return Arrays.stream(values)
                .map(row -> Arrays.copyOfRange(row, column, row.length))
                .toArray(double[][]::new);
    }
}
