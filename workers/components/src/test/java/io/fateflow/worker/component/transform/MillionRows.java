package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import io.fateflow.worker.component.builtin.Reader;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;
import io.fateflow.worker.testing.Federation;

/**
 * How long Reader and DataTransform take with a large table, and how much memory: run it with {@code -Xmx1g}. Arguments:
 * rows, columns, and DataTransform's parameters as JSON.
 */
public final class MillionRows {

    private static final String HOST = "host:10000";

    private MillionRows() {}

    @SuppressWarnings("SystemOut")
    public static void main(String... arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        int columns = Integer.parseInt(arguments[1]);
        String parameters = arguments.length > 2 ? arguments[2] : "{}";
        Path directory = Files.createTempDirectory("million-rows");
        TableStore tables = new Federation(directory, HOST).tables(HOST);
        Instant start = Instant.now();
        TableName text = write(tables, rows, columns);
        System.out.printf("written in %d ms%n", since(start));
        Federation.Run read = timed(
                "Reader",
                new Federation(directory, HOST)
                        .component(Reader::new)
                        .parameters("{\"table\":{\"namespace\":\"%s\",\"name\":\"%s\"}}"
                                .formatted(text.namespace(), text.name())));
        timed(
                "DataTransform",
                new Federation(directory, HOST)
                        .component(DataTransform::new)
                        .parameters(parameters)
                        .input(HOST, "data", read.output(HOST, "data")));
        peak();
    }

    private static Federation.Run timed(String what, Federation federation) throws InterruptedException {
        Instant start = Instant.now();
        Federation.Run run = federation.run();
        run.result(HOST);
        System.out.printf("%s: %d ms%n", what, since(start));
        return run;
    }

    private static TableName write(TableStore tables, int rows, int columns) throws IOException {
        Random random = new Random(1);
        List<String> header = IntStream.range(0, columns).mapToObj(i -> "x" + i).toList();
        TableName name = new TableName("bench", "text");
        try (TableWriter writer = tables.create(name, TableSchema.of("id", header, 1))) {
            for (int row = 0; row < rows; row++) {
                List<String> values = new ArrayList<>(columns);
                for (int column = 0; column < columns; column++) {
                    values.add(Double.toString(Math.round(random.nextGaussian() * 1e6) / 1e6));
                }
                writer.add(new Row("id" + row, values));
            }
            return writer.commit().name();
        }
    }

    private static long since(Instant start) {
        return Duration.between(start, Instant.now()).toMillis();
    }

    private static void peak() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            lines.filter(line -> line.startsWith("VmHWM")).forEach(System.out::println);
        }
    }
}
