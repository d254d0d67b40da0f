package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class FilesByPathWithoutSharedFolderTest extends FilesByPathContract {

    @Override
    Map<String, Object> settings() {
        return Map.of("fate.worker.enabled", false);
    }

    @Override
    void withExecutors(String server, Runnable work) throws IOException {
        Path directory = Files.createDirectory(place.resolve("work"));
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        try (ChildJvm worker = WithoutSharedFolderTest.worker("w", server, directory, "--password-file=" + password)) {
            work.run();
            worker.terminate();
        }
        new ExecutorProcesses(directory).assertNoneIsLeft();
    }
}
