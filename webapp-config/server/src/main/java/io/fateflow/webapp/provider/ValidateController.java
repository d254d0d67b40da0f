package io.fateflow.webapp.provider;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobDocument;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.party.PlannedComponents;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/**
 * {@code component/validate}: whether a job with this one component would be accepted, by the same checks. FATE's own call of
 * 1.11.2 refuses each complete request.
 */
@Controller
class ValidateController {

    private static final List<String> NEEDED =
            List.of("component_name", "component_module_name", "role", "component_parameters");

    private final DslTranslator translator;
    private final PlannedComponents checks;
    private final WireJson json;

    ValidateController(ModuleCatalog catalog, ComponentChecks checks, WireJson json) {
        this.translator = new DslTranslator(catalog);
        this.checks = new PlannedComponents(checks);
        this.json = json;
    }

    @PostMapping("/v1/component/validate")
    Envelope validate(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        if (sent.isEmpty()) {
            throw ApiException.http(400, "Bad Request");
        }
        if (!ApiBody.text(sent, "dsl_version").equals("2")) {
            throw ApiException.http(400, "unsupported dsl_version");
        }
        String missing = NEEDED.stream().filter(key -> !sent.hasNonNull(key)).collect(Collectors.joining(","));
        if (!missing.isEmpty()) {
            throw ApiException.http(400, "'required parameters are missing: " + missing + "; '");
        }
        List<Problem> problems = problems(sent);
        if (!problems.isEmpty()) {
            throw ApiException.http(
                    400, problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return Envelope.success();
    }

    private List<Problem> problems(ObjectNode sent) {
        Translation translation =
                translator.translate(new JobDocument.Tree(dsl(sent)), new JobDocument.Tree(conf(sent)));
        if (translation instanceof Translation.Rejected rejected) {
            return rejected.problems();
        }
        JobPlan plan = ((Translation.Accepted) translation).plan();
        return checks.problems(plan, plan.parties());
    }

    private ObjectNode dsl(ObjectNode sent) {
        ObjectNode dsl = json.object();
        dsl.putObject("components")
                .putObject(ApiBody.text(sent, "component_name"))
                .put("module", ApiBody.text(sent, "component_module_name"));
        return dsl;
    }

    /** Whoever comes first is the initiator: it makes no difference to a component. */
    private ObjectNode conf(ObjectNode sent) {
        ObjectNode conf = json.object().put("dsl_version", 2);
        conf.set("role", sent.path("role"));
        conf.set("component_parameters", sent.path("component_parameters"));
        sent.path("role").properties().stream()
                .filter(role -> !role.getValue().isEmpty())
                .findFirst()
                .map(Map.Entry::getKey)
                .ifPresent(role ->
                        initiator(conf, role, sent.path("role").path(role).path(0)));
        return conf;
    }

    private static void initiator(ObjectNode conf, String role, JsonNode partyId) {
        conf.putObject("initiator").put("role", role).set("party_id", partyId);
    }
}
