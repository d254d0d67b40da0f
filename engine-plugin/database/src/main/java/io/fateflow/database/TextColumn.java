package io.fateflow.database;

import java.util.Optional;

/**
 * The columns of limited length that hold what executors, workers, users and other sites hand in. Whoever takes such a text
 * asks here before any SQL, so that a refusal can say which value it is; the schema has the same lengths.
 */
public enum TextColumn {
    METRIC_NAMESPACE("tracking_metric", "metric_namespace", 80),
    METRIC_NAME("tracking_metric", "metric_name", 120),
    METRIC_TYPE("tracking_metric", "metric_type", 80),
    DATA_NAME("tracking_output_data_info", "data_name", 80),
    OUTPUT_TABLE("tracking_output_data_info", "table_name", 255),
    OUTPUT_NAMESPACE("tracking_output_data_info", "table_namespace", 255),
    TABLE_NAME("storage_table_meta", "name", 255),
    TABLE_NAMESPACE("storage_table_meta", "namespace", 255),
    TABLE_ORIGIN("storage_table_meta", "origin", 50),
    /** Any character but NUL may part an id from its values. */
    ID_DELIMITER("storage_table_meta", "id_delimiter", 10, false),
    MODEL_ALIAS("component_model", "alias", 80),
    MODEL_MODULE("component_model", "module", 200),
    MODEL_META_NAME("component_model", "meta_name", 200),
    MODEL_PARAM_NAME("component_model", "param_name", 200),
    CHECKPOINT_ALIAS("component_checkpoint", "alias", 80),
    CHECKPOINT_STEP_NAME("component_checkpoint", "step_name", 80),
    CHECKPOINT_MODULE("component_checkpoint", "module", 200),
    CHECKPOINT_META_NAME("component_checkpoint", "meta_name", 200),
    CHECKPOINT_PARAM_NAME("component_checkpoint", "param_name", 200),
    CACHE_NAME("component_cache", "cache_name", 80),
    CACHE_TABLE("component_cache", "table_name", 255),
    CACHE_NAMESPACE("component_cache", "table_namespace", 255),
    TAG_NAME("tag", "tag_name", 128),
    EXIT_REASON("task", "exit_reason", 50),
    RUN_IP("task", "run_ip", 100),
    TASK_WORKER("task", "worker_id", 100),
    JOB_NAME("job", "name", 500),
    JOB_USER("job", "user_id", 255),
    AUDIT_ACTOR("audit_log", "actor", 255),
    AUDIT_ORIGIN("audit_log", "origin", 100),
    AUDIT_JOB("audit_log", "job_id", 25),
    AUDIT_COMPONENT("audit_log", "component_name", 80),
    AUDIT_ROLE("audit_log", "role", 50),
    AUDIT_PARTY("audit_log", "party_id", 10),
    WORKER_ID("worker", "worker_id", 255),
    WORKER_HOST("worker", "host", 255),
    WORKER_TROUBLE("worker", "trouble", 2000);

    private final String table;
    private final String column;
    private final int length;
    private final boolean isName;

    TextColumn(String table, String column, int length) {
        this(table, column, length, true);
    }

    TextColumn(String table, String column, int length, boolean isName) {
        this.table = table;
        this.column = column;
        this.length = length;
        this.isName = isName;
    }

    String table() {
        return table;
    }

    String column() {
        return column;
    }

    /** How many characters it holds. */
    public int length() {
        return length;
    }

    /**
     * Why a text can't be kept here, without quoting it; empty if it can.
     *
     * @param what whose it is, such as {@code metrics[3].name}
     */
    public Optional<String> problem(String what, String text) {
        if (text.length() > length) {
            return Optional.of("%s has %d characters, %d are allowed".formatted(what, text.length(), length));
        }
        boolean fits = isName ? Texts.isName(text) : Texts.isStorable(text);
        return fits ? Optional.empty() : Optional.of(what + " has a control character or one that can't be kept");
    }

    /** As much of it as can be kept, for texts that only tell people something. */
    public String fitted(String text) {
        String clean = Texts.cleaned(text);
        if (clean.length() <= length) {
            return clean;
        }
        int end = Character.isHighSurrogate(clean.charAt(length - 1)) ? length - 1 : length;
        return clean.substring(0, end);
    }
}
