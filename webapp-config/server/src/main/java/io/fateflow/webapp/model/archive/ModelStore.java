package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.worker.digest.Sha256;

/** Where this site keeps archives of models. One that is there is whole. */
interface ModelStore {

    /** Writes an archive. */
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Reads an archive, which is a file as long as it is read. */
    interface Use<T> {
        T of(Path archive) throws IOException;
    }

    boolean has(PartyModel part) throws IOException;

    /**
     * Stores an archive, in place of the one that is there.
     *
     * @return its SHA-256
     */
    String put(PartyModel part, Content content) throws IOException;

    /** Has an archive read that is there: who reads one that is not gets a {@link java.nio.file.NoSuchFileException}. */
    <T> T read(PartyModel part, Use<T> use) throws IOException;

    /** Its name in the store: a model of many parties has a longer name than files may have. */
    static String key(PartyModel part) {
        String name = PartOfModel.partyModelId(part);
        String bounded = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 64) + Sha256.hex(name);
        return bounded + "/" + part.version() + "/model.zip";
    }

    int LONGEST_NAME = 200;
}
