package io.fateflow.webapp.model.archive;

class ModelStoreFolderTest extends ModelStoreContract {

    @Override
    ModelStore store() {
        return new ModelStoreFolder(directory.resolve("models"));
    }
}
