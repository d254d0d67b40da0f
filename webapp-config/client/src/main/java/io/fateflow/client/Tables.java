package io.fateflow.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.ServerCalls;

/** Tables of a site. */
public final class Tables {

    private final ServerCalls calls;

    Tables(ServerCalls calls) {
        this.calls = calls;
    }

    /**
     * Sends a file, which is read while it is sent. The table is there when the job that makes it has succeeded.
     *
     * @throws java.io.FileNotFoundException if there is no such file
     * @throws FateFlowException if it was not taken
     */
    public SubmittedJob upload(TableUpload table) throws IOException, InterruptedException {
        return SubmittedJob.of(calls.upload("data/upload", table.parameters(), table.file()));
    }

    /** Those with a text in their name or namespace, the newest first; all with an empty one. */
    public TablePage having(String text) throws FateFlowException, InterruptedException {
        JsonNode data = calls.post(
                        "table/search", JsonNodeFactory.instance.objectNode().put("text", text))
                .path("data");
        List<Table> tables = new ArrayList<>();
        data.path("tables").forEach(row -> tables.add(Table.of(row)));
        return new TablePage(List.copyOf(tables), data.path("more").asBoolean());
    }
}
