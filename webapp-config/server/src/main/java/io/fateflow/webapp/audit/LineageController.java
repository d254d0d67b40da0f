package io.fateflow.webapp.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import io.fateflow.operations.query.Lineage;
import io.fateflow.operations.query.TableHistory.Name;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/** {@code lineage}: where a table, a model or a job's results come from, what was made of them, and who has taken them. */
@Controller
class LineageController {

    private final Lineage lineage;

    LineageController(Lineage lineage) {
        this.lineage = lineage;
    }

    @GetMapping("/v1/lineage")
    Envelope lineage(
            @RequestParam(defaultValue = "") String namespace,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(name = "model_version", defaultValue = "") String version,
            @RequestParam(name = "job_id", defaultValue = "") String jobId) {
        boolean ofTable = !namespace.isEmpty() && !name.isEmpty();
        if (namespace.isEmpty() != name.isEmpty() || count(ofTable, !version.isEmpty(), !jobId.isEmpty()) != 1) {
            return Envelope.failure(
                    Retcode.ARGUMENT_ERROR,
                    "FFB-5146 one of these says of what: namespace and name of a table, model_version, or job_id");
        }
        ObjectNode found = ofTable
                ? lineage.ofTable(new Name(namespace, name))
                : version.isEmpty() ? lineage.ofJob(jobId) : lineage.ofModel(version);
        return Envelope.of(found);
    }

    private static int count(boolean... given) {
        int count = 0;
        for (boolean one : given) {
            count += one ? 1 : 0;
        }
        return count;
    }
}
