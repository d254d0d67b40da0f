package io.fateflow.webapp.storage;

import java.util.Optional;

import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.webapp.atrest.AtRestException;

/**
 * Why what is kept can't be read, as far as somebody can do something about it.
 *
 * @param id stable, such as {@code FFB-5263}
 * @param words what is wrong, and what to do
 */
public record StorageTrouble(String id, String words) {

    /** What is behind a failure; empty if that is something else. */
    public static Optional<StorageTrouble> in(Exception failure) {
        Exception store = ObjectStoreException.in(failure);
        Exception trouble = store == null ? AtRestException.in(failure) : store;
        if (trouble == null) {
            return Optional.empty();
        }
        String[] said = String.valueOf(trouble.getMessage()).split(" ", 2);
        return Optional.of(new StorageTrouble(said[0], said[said.length - 1]));
    }
}
