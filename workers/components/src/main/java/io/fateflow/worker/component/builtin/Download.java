package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableName;

/** Writes a stored table as a CSV file of this machine. */
@AutoService(Component.class)
public final class Download implements Component {

    private static final Logger log = LoggerFactory.getLogger(Download.class);

    @Override
    public String module() {
        return "Download";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        What.read(parameters);
    }

    private record What(TableName table, String path, String delimiter) {

        static What read(Parameters parameters) {
            What what = new What(
                    StoredName.read(parameters), parameters.text("output_path", ""), parameters.text("delimiter", ","));
            parameters.refuseOthers();
            if (what.path().isEmpty()) {
                throw parameters.wrong("output_path", "is missing");
            }
            if (what.delimiter().isEmpty() || what.delimiter().matches("(?s).*[\n\r\"].*")) {
                throw parameters.wrong("delimiter", "is one character or more, and no line break or quote");
            }
            return what;
        }
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        What what = What.read(context.parameters());
        StoredName.require(context, what.table());
        long rows = TableFile.of(context, "output_path", what.path(), what.delimiter())
                .write(context, what.table());
        log.info("wrote {} rows of {} to {}", rows, what.table(), what.path());
        context.results()
                .metric(new Metric(
                        "download",
                        "data_access",
                        "DOWNLOAD",
                        JsonNodeFactory.instance.objectNode(),
                        Map.of("count", LongNode.valueOf(rows))));
    }
}
