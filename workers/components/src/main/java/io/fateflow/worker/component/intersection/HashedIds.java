package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.List;

import io.fateflow.worker.crypto.psi.IdHash;
import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

/**
 * The ids of a table that are matched, by their digests: the match ids if it has any, else the rows' ids. Each is there
 * once; rows know which is theirs.
 *
 * @param usesMatchIds whether rows may share an id
 * @param digests of the ids
 * @param byRow the number of each row's id
 */
@SuppressWarnings("ArrayRecordComponent")
record HashedIds(TableInfo table, boolean usesMatchIds, RecordSet digests, int[] byRow) {

    static HashedIds read(TableStore tables, TableName name, IdHash hash) throws IOException {
        try (TableReader reader = tables.open(name)) {
            InstanceSchema instances = reader.info().schema().instances();
            boolean usesMatchIds = instances != null && instances.hasMatchId();
            RecordSet digests = new RecordSet(hash.length());
            int[] byRow = new int[Math.toIntExact(reader.info().count())];
            int row = 0;
            for (List<String> ids = next(reader, usesMatchIds); !ids.isEmpty(); ids = next(reader, usesMatchIds)) {
                for (byte[] digest : ids.parallelStream().map(hash::of).toList()) {
                    byRow[row++] = digests.add(digest);
                }
            }
            return new HashedIds(reader.info(), usesMatchIds, digests, byRow);
        }
    }

    /** How many different ids there are. */
    int count() {
        return digests.size();
    }

    private static List<String> next(TableReader reader, boolean matchIds) throws IOException {
        return matchIds
                ? reader.nextInstances().stream().map(Instance::matchId).toList()
                : reader.next().stream().map(Row::id).toList();
    }
}
