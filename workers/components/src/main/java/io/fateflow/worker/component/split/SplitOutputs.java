package io.fateflow.worker.component.split;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.table.TableInfo;

/** Puts each row into the table of its part; rows of no part are left out. */
final class SplitOutputs {

    private SplitOutputs() {}

    static void write(ComponentContext context, InstanceTable data, Map<Part, List<String>> ids) throws IOException {
        Map<String, Part> parts = Split.byId(ids);
        int place = 0;
        for (Part part : Part.values()) {
            TableInfo table = data.filter(context.newOutputTable(), instance -> parts.get(instance.id()) == part);
            context.output(place++, table);
        }
    }
}
