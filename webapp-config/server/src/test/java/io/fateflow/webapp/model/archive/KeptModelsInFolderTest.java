package io.fateflow.webapp.model.archive;

final class KeptModelsInFolderTest extends KeptModelsContract {

    @Override
    ModelFiles files() {
        return new ModelStoreFolder(directory.resolve("models"));
    }
}
