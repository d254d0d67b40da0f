package io.fateflow.webapp.storage;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.fateflow.engine.housekeeping.FileRetention;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;

/** Removes from an object store what was uploaded and is nobody's: rows that no table names, and uploads that broke off. */
public final class OldObjects implements FileRetention {

    private final ObjectStore objects;

    public OldObjects(ObjectStore objects) {
        this.objects = objects;
    }

    @Override
    public int tidy(Retention retention, long now) throws IOException {
        Instant before = Instant.ofEpochMilli(now).minus(retention.leftovers());
        int removed = objects.abandonUploads(before);
        Map<String, List<StoredObject>> rows = objects.list(ObjectTables.ROWS).stream()
                .filter(object -> object.modified().isBefore(before))
                .collect(Collectors.groupingBy(ObjectTables::tableOf));
        for (Map.Entry<String, List<StoredObject>> ofTable : rows.entrySet()) {
            Optional<byte[]> entry = objects.read(ofTable.getKey());
            String named = entry.isPresent() ? TableEntry.read(entry.get()).rows() : "";
            for (StoredObject object : ofTable.getValue()) {
                if (!object.key().equals(named)) {
                    objects.delete(object.key());
                    removed++;
                }
            }
        }
        return removed;
    }
}
