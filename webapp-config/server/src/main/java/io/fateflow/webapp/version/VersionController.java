package io.fateflow.webapp.version;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.ProviderInfo;
import io.fateflow.webapp.ProductVersion;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;

/**
 * Which releases of FATE this server stands in for, and what it is itself; clients use it as their connection test. Nothing is
 * named that is not here: neither a Python, nor an EggRoll, nor the system that FATE's images had.
 */
@Controller
class VersionController {

    private static final Map<String, String> MODULES = Map.of(
            "API",
            "v1",
            "FATE",
            "1.11.4",
            "FATEFlow",
            ProviderInfo.FATE_FLOW_VERSION,
            "FATEFlowBPM",
            ProductVersion.current(),
            "JDK",
            Integer.toString(Runtime.version().feature()));

    @PostMapping({"/v1/version/get", "/v1/info/version"})
    Envelope version(ApiBody body) {
        String asked = ApiBody.text(body.orEmpty(), "module");
        String module = asked.isEmpty() ? "FATE" : asked;
        String version = MODULES.get(module);
        if (version == null) {
            throw ApiException.http(404, "unknown module " + module);
        }
        return Envelope.of(Map.of(module, version, "API", "v1"));
    }

    @PostMapping("/v1/server/version/get")
    Envelope versions(ApiBody body) {
        String module = ApiBody.text(body.orEmpty(), "module");
        if (module.isEmpty()) {
            return Envelope.of(MODULES);
        }
        Map<String, Object> one = new LinkedHashMap<>();
        one.put(module, MODULES.get(module));
        one.put("API", "v1");
        return Envelope.of(one);
    }
}
