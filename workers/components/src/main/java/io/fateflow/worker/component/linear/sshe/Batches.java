package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.parameter.Batching;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.RowLookup;

/**
 * The guest's rows in the order of their ids, parted; the host's rows are in the same.
 *
 * @param weighted whether the guest's rows have weights
 */
record Batches(List<FixedRows> all, boolean weighted) {

    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.batch_generator_transfer_variable.BatchGeneratorTransferVariable";
    private static final String INFO = "batch_info";
    private static final String INDEX = "batch_data_index";

    Batches {
        all = List.copyOf(all);
    }

    /** Agrees on them. */
    static Batches agree(
            LinearVariables any,
            String namespace,
            LearningParty side,
            Batching parameters,
            LinearData data,
            boolean ones)
            throws IOException, InterruptedException {
        LinearVariables transfer = new LinearVariables(any.exchange(), VARIABLES, namespace);
        return side.isGuest()
                ? tell(transfer, side, parameters.sizeOf(data.size()), data, ones)
                : learn(transfer, side, data);
    }

    int rows() {
        return all.stream().mapToInt(FixedRows::count).sum();
    }

    private static Batches tell(LinearVariables transfer, LearningParty side, int size, LinearData data, boolean ones)
            throws IOException, InterruptedException {
        List<FixedRows> batches = new ArrayList<>();
        int[] rows = data.byId();
        for (int from = 0; from < rows.length; from += size) {
            int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + size));
            transfer.send(INDEX, side.hosts().get(0), RowLookup.payload(data, some), batches.size());
            batches.add(new FixedRows(data, some, ones));
        }
        ObjectNode info = JsonNodeFactory.instance
                .objectNode()
                .put("batch_size", size)
                .put("batch_num", batches.size())
                .put("weighted", data.weighted());
        transfer.sendJson(INFO, side.hosts().get(0), info);
        return new Batches(batches, data.weighted());
    }

    private static Batches learn(LinearVariables transfer, LearningParty side, LinearData data)
            throws IOException, InterruptedException {
        JsonNode info = transfer.receiveJson(INFO, side.guest());
        RowLookup lookup = RowLookup.of(data, side.self());
        List<FixedRows> batches = new ArrayList<>();
        for (int batch = 0; batch < info.path("batch_num").asInt(); batch++) {
            batches.add(new FixedRows(data, lookup.rowsOf(transfer, INDEX, side.guest(), batch), false));
        }
        return new Batches(batches, info.path("weighted").asBoolean());
    }
}
