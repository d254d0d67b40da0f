package io.fateflow.webapp.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.TableSearch;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.CutToOwn;
import io.fateflow.webapp.security.VisibleTables;

/** {@code table/search}: which tables this site has. FATE Flow lists those of one job only. */
@Controller
final class TableSearchController {

    private final TableSearch tables;
    private final WireJson json;

    TableSearchController(TableSearch tables, WireJson json) {
        this.tables = tables;
        this.json = json;
    }

    /** Body: {@code text}, part of a name or a namespace; the newest first. */
    @CutToOwn
    @PostMapping("/v1/table/search")
    Envelope search(ApiBody body, @VisibleTables VisibleJobs visible) {
        ObjectNode data = json.object();
        ArrayNode found = data.putArray("tables");
        tables.having(ApiBody.text(body.orEmpty(), "text"), visible).forEach(table -> {
            ObjectNode row = found.addObject()
                    .put("namespace", table.namespace())
                    .put("name", table.name())
                    .put("rows", table.rows())
                    .put("origin", table.origin())
                    .put("create_time", table.time());
            if (!table.project().isEmpty()) {
                row.put("project", table.project());
            }
        });
        return Envelope.of(data.put("more", found.size() >= TableSearch.MOST));
    }
}
