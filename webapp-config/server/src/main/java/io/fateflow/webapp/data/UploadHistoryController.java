package io.fateflow.webapp.data;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.Listing;
import io.fateflow.operations.query.TableHistory;
import io.fateflow.operations.query.TableHistory.Uploaded;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.CutToOwn;
import io.fateflow.webapp.security.VisibleTables;

/** {@code data/upload/history}: what was uploaded and is there still. */
@Controller
class UploadHistoryController {

    private final TableHistory history;
    private final WireJson json;

    UploadHistoryController(TableHistory history, WireJson json) {
        this.history = history;
        this.json = json;
    }

    @CutToOwn
    @PostMapping("/v1/data/upload/history")
    Envelope uploads(ApiBody body, @VisibleTables VisibleJobs visible) {
        ObjectNode sent = body.object();
        String limit = ApiBody.text(sent, "limit");
        if (!limit.matches("\\d{0,9}")) {
            throw new IllegalArgumentException("limit is a number, how many uploads are wanted at most");
        }
        int most = limit.isEmpty() || limit.equals("0") ? Listing.MOST : Integer.parseInt(limit);
        ArrayNode uploads = json.object().putArray("uploads");
        history.uploads(ApiBody.text(sent, "job_id"), Math.min(most, Listing.MOST), visible)
                .forEach(upload -> uploads.addObject().set(upload.jobId(), wire(upload)));
        return Envelope.of(uploads);
    }

    private ObjectNode wire(Uploaded upload) {
        ObjectNode wire = json.object().put("notes", upload.notes());
        wire.set("schema", upload.table().schema());
        wire.putObject("upload_info")
                .put("namespace", upload.table().name().namespace())
                .put("partition", upload.parameters().path("partition").asInt())
                .put("table_name", upload.table().name().name())
                .put("upload_count", upload.table().count());
        return wire;
    }
}
