package io.fateflow.worker.runtime;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Executors that were started before there were attempts for them. Each gets one attempt, or none. */
public interface ReadyExecutors extends AutoCloseable {

    /** There are none, and never will be. */
    ReadyExecutors NONE = new ReadyExecutors() {
        @Override
        public Optional<Ready> take(List<String> program, Map<String, String> environment) {
            return Optional.empty();
        }

        @Override
        public void tend() {
            // nobody is there
        }

        @Override
        public void close() {
            // nobody is there
        }
    };

    /**
     * One that waits, for nobody else.
     *
     * @param program what the attempt's command begins with; an executor that was started otherwise is not given
     * @param environment the attempt's, likewise
     */
    Optional<Ready> take(List<String> program, Map<String, String> environment);

    /** Starts some and ends some, as many as there should be; to be called from time to time. */
    void tend();

    /** Ends all that wait. When this returns, nothing of them is left. */
    @Override
    void close();

    /** One that was taken. {@link ExecutorRuntime#start} gives it the attempt whose run directory its own has become. */
    interface Ready extends AutoCloseable {

        /** Its working directory, whose name is a run's id. */
        Path directory();

        /** Has it end, unless it got its attempt. */
        @Override
        void close();
    }
}
