package io.fateflow.engine.resource;

/**
 * What an operator says of the site's computing engine.
 *
 * @param name engine name: STANDALONE, EGGROLL, SPARK or LINKIS_SPARK
 * @param entrance FATE's configuration group, such as {@code fate_on_standalone}
 * @param nodes number of nodes, at least 1
 * @param coresPerNode cores of each
 * @param memoryPerNode megabytes of each
 * @param overweight factor by which totals may be overbooked; 1 means not
 * @param maxCoresPercentPerJob share of the total that one job may take, 0..1
 */
public record EngineConfig(
        String name,
        String entrance,
        int nodes,
        int coresPerNode,
        int memoryPerNode,
        double overweight,
        double maxCoresPercentPerJob) {

    /** FATE's defaults for the standalone engine: one node of 20 cores. */
    public static EngineConfig standalone() {
        return new EngineConfig("STANDALONE", "fate_on_standalone", 1, 20, 0, 1, 1);
    }

    public EngineName engine() {
        return EngineName.computing(name);
    }

    /** Totals as they stand in the registry: whole cores, whole megabytes. */
    public Resources totals() {
        return Resources.of((long) (coresPerNode * (double) nodes * overweight), (long)
                (memoryPerNode * (double) nodes * overweight));
    }
}
