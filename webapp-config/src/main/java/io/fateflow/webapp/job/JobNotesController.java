package io.fateflow.webapp.job;

import java.time.Clock;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/** {@code job/update}: a party's notes on a job. */
@Controller
class JobNotesController {

    private static final String UPDATE = "update job set description = :notes, update_time = :now"
            + " where job_id = :job and role = :role and party_id = :party";

    private final NamedParameterJdbcOperations jdbc;
    private final Clock clock;

    JobNotesController(NamedParameterJdbcOperations jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    @PostMapping("/v1/job/update")
    Envelope update(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        for (String key : new String[] {"job_id", "role", "party_id"}) {
            if (!sent.has(key)) {
                throw ApiException.uncaught("KeyError", key);
            }
        }
        int changed = jdbc.update(
                UPDATE,
                Map.of(
                        "notes", ApiBody.text(sent, "notes"),
                        "now", clock.millis(),
                        "job", ApiBody.text(sent, "job_id"),
                        "role", ApiBody.text(sent, "role"),
                        "party", ApiBody.text(sent, "party_id")));
        return changed == 0 ? Envelope.failure(Retcode.ARGUMENT_ERROR, "find job failed") : Envelope.success();
    }
}
