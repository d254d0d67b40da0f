package io.fateflow.worker.spark;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.executor.ExecutorMain;

/** The program of an attempt on Spark: the built-in executor, as the driver of an application. */
public final class SparkExecutor {

    private SparkExecutor() {}

    public static void main(String... commandLine) {
        ExecutorMain.runWith(SparkExecutor::component, commandLine);
    }

    private static Component component(String module) {
        Component statistics = new StatisticsOnSpark();
        if (!module.equalsIgnoreCase(statistics.module())) {
            throw new ParameterException("FFB-2062 module " + module + " can't run on Spark");
        }
        return statistics;
    }
}
