package io.fateflow.webapp.doctor;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.OpenAccess;

/** {@code doctor}: what is not as it must be, and its repair. FATE Flow has no such call. */
@Controller
class DoctorController {

    private final SiteDoctor doctor;
    private final OpenAccess access;
    private final TrustedExecutors executors;
    private final AtRestChecks atRest;
    private final WireJson json;

    DoctorController(
            SiteDoctor doctor, OpenAccess access, TrustedExecutors executors, AtRestChecks atRest, WireJson json) {
        this.doctor = doctor;
        this.access = access;
        this.executors = executors;
        this.atRest = atRest;
        this.json = json;
    }

    @GetMapping("/v1/doctor")
    Envelope look() {
        ObjectNode data = json.object();
        data.set("findings", FindingJson.of(doctor.look()));
        data.set("notes", FindingJson.notes(access, executors, atRest));
        return Envelope.of(data);
    }

    /** Body: {@code {"findings": [keys]}}; an empty list means all. */
    @PostMapping("/v1/doctor/repair")
    Envelope repair(ApiBody body) throws InterruptedException {
        JsonNode sent = body.with("findings").path("findings");
        if (!sent.isArray()) {
            throw ApiException.soft(Retcode.ARGUMENT_ERROR, "findings must be a list of keys; an empty one means all");
        }
        List<String> keys = new ArrayList<>();
        sent.forEach(key -> keys.add(key.asText()));
        ObjectNode data = json.object();
        data.set("repaired", FindingJson.of(doctor.repair(keys)));
        data.set("findings", FindingJson.of(doctor.look()));
        data.set("notes", FindingJson.notes(access, executors, atRest));
        return Envelope.of(data);
    }
}
