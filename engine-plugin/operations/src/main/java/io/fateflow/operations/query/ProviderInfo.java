package io.fateflow.operations.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** {@code f_provider_info}: where a component's code comes from. Executors are configured, so there is no path to show. */
public final class ProviderInfo {

    /** The release of FATE Flow whose calls are served here. */
    public static final String FATE_FLOW_VERSION = "1.11.2";

    static final String FATE_VERSION = "1.11.4";

    private ProviderInfo() {}

    static ObjectNode of(String module) {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        boolean helper = isHelper(module);
        info.putObject("class_path");
        info.putObject("env").put("PYTHONPATH", "").put("PYTHON_ENV", "");
        info.put("name", helper ? "fate_flow" : "fate");
        info.put("path", "");
        info.put("python_env", "");
        info.put("version", helper ? FATE_FLOW_VERSION : FATE_VERSION);
        return info;
    }

    /** Whether the module is the server's own, not an algorithm. */
    static boolean isHelper(String module) {
        return switch (module) {
            case "Reader", "Upload", "Download", "Writer", "CacheLoader", "ModelLoader", "ModelStore", "ModelRestore" ->
                true;
            default -> false;
        };
    }
}
