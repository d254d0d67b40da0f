package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.InputStream;

import io.fateflow.engine.model.PartyModel;

/** A store that keeps archives as they are given to it. */
interface ModelFiles extends ModelStore {

    /**
     * Opens an archive, for its first bytes.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    InputStream open(PartyModel part) throws IOException;
}
