package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/**
 * FATE's cache of an intersection: what a host sent of its ids, and the keys with which it did. A later intersection goes on
 * from there, with other ids of the guest, and the host need not encrypt and send its own once more. It is a table in the
 * party's own store; keys are in its meta, and it holds neither ids nor values.
 *
 * @param meta how it was made
 * @param parts by the other party's name
 */
record IntersectionCache(ObjectNode meta, Map<String, CachePart> parts) {

    private static final List<String> COLUMNS = List.of("party", "record", "other");
    private static final String PARTS = "parts";
    private static final HexFormat HEX = HexFormat.of();

    IntersectionCache {
        parts = Map.copyOf(parts);
    }

    /** Leaves it as this component's cache. */
    void write(ComponentContext context) throws IOException {
        ObjectNode all = meta.deepCopy();
        parts.forEach((party, part) -> {
            ObjectNode described = all.withObjectProperty(PARTS).putObject(party);
            described
                    .put("cache_id", part.cacheId())
                    .put("width", part.records().width())
                    .put("other_width", part.others().width())
                    .set("key", part.key());
        });
        TableName name = context.newCacheTable();
        TableSchema schema = TableSchema.of("number", COLUMNS, 1).withMeta(all);
        try (TableWriter writer = context.tables().caches().create(name, schema)) {
            long number = 0;
            for (Map.Entry<String, CachePart> part : parts.entrySet()) {
                RecordSet records = part.getValue().records();
                RecordSet others = part.getValue().others();
                for (int i = 0; i < records.size(); i++) {
                    List<String> values =
                            List.of(part.getKey(), HEX.formatHex(records.get(i)), HEX.formatHex(others.get(i)));
                    writer.add(new Row(Long.toString(number++), values));
                }
            }
            writer.commit();
        }
        context.outputCache(name);
    }

    /** Reads what an earlier intersection left. */
    static IntersectionCache read(ComponentContext context, Input cache) throws IOException {
        try (TableReader reader = context.tables().caches().open(cache.table())) {
            if (!reader.info().schema().columns().equals(COLUMNS)) {
                throw new IOException("the cache of " + cache.component() + " was made by a FATE installation's Python,"
                        + " which alone can go on from it: have both run by the same provider");
            }
            ObjectNode meta = reader.info().schema().meta().deepCopy();
            Map<String, CachePart> parts = new LinkedHashMap<>();
            meta.path(PARTS)
                    .properties()
                    .forEach(part -> parts.put(
                            part.getKey(),
                            new CachePart(
                                    part.getValue().path("cache_id").asText(),
                                    part.getValue().withObjectProperty("key"),
                                    new RecordSet(part.getValue().path("width").asInt()),
                                    new RecordSet(
                                            part.getValue().path("other_width").asInt()))));
            meta.remove(PARTS);
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    CachePart part = part(parts, row.values().get(0));
                    part.records().add(HEX.parseHex(row.values().get(1)));
                    part.others().add(HEX.parseHex(row.values().get(2)));
                }
            }
            return new IntersectionCache(meta, parts);
        }
    }

    /**
     * The part about a party.
     *
     * @throws IOException if there is none: the cache was made with others
     */
    CachePart of(Party other) throws IOException {
        return part(parts, other.toString());
    }

    private static CachePart part(Map<String, CachePart> parts, String party) throws IOException {
        CachePart part = parts.get(party);
        if (part == null) {
            throw new IOException("the cache was made with " + parts.keySet() + ", and not with " + party
                    + ": make one anew with run_cache");
        }
        return part;
    }
}
