package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Results;

import static org.assertj.core.api.Assertions.assertThat;

final class LiveMetricsTest {

    @TempDir
    private Path directory;

    private final Results results = new Results();

    @Test
    void aCurveIsWrittenAsItGrowsAndStaysWhenItIsWhole() throws IOException {
        Path file = directory.resolve("metrics.json");
        LiveMetrics live = new LiveMetrics(file, results);
        live.write();
        assertThat(file).doesNotExist();

        results.growing(loss(1));
        results.growing(loss(2));
        live.write();
        assertThat(file).hasContent(json("[0.0,0.0],[1.0,0.5]"));

        Files.delete(file);
        live.write();
        assertThat(file).doesNotExist();

        results.metric(loss(3));
        live.write();
        assertThat(file).hasContent(json("[0.0,0.0],[1.0,0.5],[2.0,1.0]"));
        assertThat(results.toJson().path("metrics")).hasToString(Files.readString(file));
    }

    @Test
    void whatOnlyGrowsIsNoResult() {
        results.growing(loss(2));

        assertThat(results.toJson().path("metrics")).isEmpty();
    }

    /** The worker would not take it. */
    @Test
    void whatIsTooLargeWaitsForTheEnd() throws IOException {
        Path file = directory.resolve("metrics.json");
        results.growing(loss(2));
        LiveMetrics live = new LiveMetrics(file, results);
        live.write();

        results.growing(loss(50_000));
        live.write();

        assertThat(file).hasContent(json("[0.0,0.0],[1.0,0.5]"));
    }

    private static Metric loss(int points) {
        List<Metric.Point> curve = IntStream.range(0, points)
                .mapToObj(x -> Metric.Point.of(x, x / 2.0))
                .toList();
        return new Metric("train", "loss", "LOSS", JsonNodeFactory.instance.objectNode(), curve);
    }

    private static String json(String points) {
        return "[{\"namespace\":\"train\",\"name\":\"loss\",\"metric_type\":\"LOSS\",\"metas\":{},\"data\":[%s]}]"
                .formatted(points);
    }
}
