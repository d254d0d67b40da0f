package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.LinkedHashMap;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;

/**
 * A file that stands for a table where it is ({@code table/bind} with engine PATH): it is read anew by each job, with all that an
 * upload looks at, and only out of the folders that uploads may come from.
 */
final class BoundFile {

    private BoundFile() {}

    /**
     * Makes a table of it that is the job's own.
     *
     * @param how what Upload would be told, without the table's name
     */
    static TableInfo read(ComponentContext context, ObjectNode how) throws IOException {
        TableName made = context.newOutputTable();
        ObjectNode told = how.deepCopy().put("namespace", made.namespace()).put("name", made.name());
        UploadParameters parameters = UploadParameters.from(
                new Parameters(context.task().module() + "#" + context.task().componentName(), told),
                context.home(),
                context.uploadFolders());
        return Upload.table(context.tables(), parameters, new LinkedHashMap<>(), percent -> {});
    }
}
