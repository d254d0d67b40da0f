package io.fateflow.engine.notification;

import java.util.Set;

/** What a job has read and made at this site. */
@FunctionalInterface
public interface JobDatasets {

    /** As far as rows are kept; empty for a job that is not known. */
    Datasets of(String jobId);

    /**
     * Tables and models.
     *
     * @param inputs that were there before the job
     * @param outputs also of components that others go on from
     */
    record Datasets(Set<Dataset> inputs, Set<Dataset> outputs) {

        public Datasets {
            inputs = Set.copyOf(inputs);
            outputs = Set.copyOf(outputs);
        }
    }

    /** By a name that is its own at this site. */
    record Dataset(String name) {

        public static Dataset table(String namespace, String name) {
            return new Dataset("table/" + namespace + "/" + name);
        }

        public static Dataset model(String version) {
            return new Dataset("model/" + version);
        }
    }
}
