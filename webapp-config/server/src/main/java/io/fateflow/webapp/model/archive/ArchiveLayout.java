package io.fateflow.webapp.model.archive;

/** Where what stands in FATE's archives of models. */
final class ArchiveLayout {

    static final String IMPORT = "import_model.json";
    static final String DEFINE = "define/define_meta.yaml";
    static final String PIPELINE_COMPONENT = "pipeline";
    static final String PIPELINE_MODULE = "Pipeline";

    /** Not FATE's, which does not look at it: the SHA-256 of each other file, as {@code sha256sum} writes and checks it. */
    static final String CHECKSUMS = "checksums.sha256";

    private ArchiveLayout() {}

    static String runParameters(String component) {
        return "run_parameters/" + component + "/run_parameters.json";
    }

    /** A message's binary form; its JSON form stands beside it. */
    static String message(String component, String alias, String name) {
        return "variables/data/" + component + "/" + alias + "/" + name;
    }

    /** What the component's model became in another framework, if it was converted. */
    static String converted(String component, String alias, String file) {
        return message(component, alias, "converted_model") + "/" + file;
    }

    static String json(String message) {
        return message + ".json";
    }

    static String pipeline() {
        return message(PIPELINE_COMPONENT, PIPELINE_COMPONENT, FateMessages.PIPELINE);
    }
}
