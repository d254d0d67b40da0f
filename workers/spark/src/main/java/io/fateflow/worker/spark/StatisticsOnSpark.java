package io.fateflow.worker.spark;

import java.io.IOException;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.statistics.DataStatistics;

/** FATE's DataStatistics, with its passes made by Spark's executors. */
final class StatisticsOnSpark implements Component {

    @Override
    public String module() {
        return "DataStatistics";
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        try (Cluster cluster = Cluster.connect()) {
            new DataStatistics((data, columns) -> SparkColumns.of(cluster, data, columns)).run(context);
        }
    }
}
