package io.fateflow.worker.kubernetes.delivery;

import java.util.Map;

import io.fateflow.worker.api.RunFiles;

/** What pods and their worker's desk agree on. Answers are numbers in plain text, or the config. */
final class DeskWire {

    /** Where a pod finds its worker, and what it shows there; in the environment of its program. */
    static final String URL = "FATE_DESK_URL";

    static final String TOKEN = "FATE_DESK_TOKEN";

    static final String RUNS = "/runs/";
    static final String BEGIN = "begin";
    static final String CONFIG = "config";
    static final String ALIVE = "alive";
    static final String LOG = "log";
    static final String FILE = "file";

    /** Which of the pods that have the run's token this is. */
    static final String POD = "Fate-Pod";

    static final String RESULT = "result.json";
    static final String USAGE = "usage";
    static final String EXIT_CODE = "exit_code";

    /** No call has more, in bytes. */
    static final int LONGEST_PART = 256 * 1024;

    /** What may be brought whole, and how large it is at most. */
    static final Map<String, Long> FILES =
            Map.of(RESULT, 256L << 20, RunFiles.METRICS, (long) RunFiles.MOST_METRICS, USAGE, 1024L, EXIT_CODE, 64L);

    private DeskWire() {}
}
