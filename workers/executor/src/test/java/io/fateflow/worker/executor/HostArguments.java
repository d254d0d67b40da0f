package io.fateflow.worker.executor;

import java.util.stream.Stream;

/** Of an attempt at host 10000. */
final class HostArguments {

    private HostArguments() {}

    static Arguments and(String... more) {
        Stream<String> own =
                Stream.of("--job_id=j --component_name=c --task_id=j_c --task_version=0 --role=host --party_id=10000"
                        .split("[ =]"));
        return Arguments.parse(Stream.concat(own, Stream.of(more)).toArray(String[]::new));
    }
}
