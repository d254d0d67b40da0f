package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.TablePage;

/** {@code tables}: those that were uploaded. */
@Command(name = "tables", description = "Lists the site's tables, the newest first.")
public final class TablesCommand extends ServerCommand {

    @Parameters(arity = "0..1", paramLabel = "TEXT", description = "only those with this in their name or namespace")
    private String text = "";

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        TablePage page = server.tables().having(text);
        if (out.json()) {
            out.document(page);
            return ExitCodes.SUCCESS;
        }
        TextTable table = new TextTable("NAMESPACE", "NAME", "ROWS", "ORIGIN", "CREATED");
        page.tables()
                .forEach(row ->
                        table.row(row.namespace(), row.name(), row.rows(), row.origin(), Plain.time(row.createTime())));
        if (table.isEmpty()) {
            out.remark("No table.");
        } else {
            out.table(table);
        }
        if (page.more()) {
            out.remark("There are more: name a part of what you look for.");
        }
        return ExitCodes.SUCCESS;
    }
}
