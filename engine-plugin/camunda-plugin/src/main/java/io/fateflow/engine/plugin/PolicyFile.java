package io.fateflow.engine.plugin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.RepositoryService;

import io.fateflow.engine.consent.ConsentPolicy;

/** The site's policy as a file of the operator's: a new version is deployed only when it has changed. */
final class PolicyFile {

    private static final String NOT_DEPLOYED =
            "FFB-5141 the policy %s of fate.consent.policy can't be deployed: %s\nWhat to do: correct the file, or take the setting out";

    private final Path file;

    PolicyFile(Path file) {
        this.file = file;
    }

    /**
     * Deploys it, unless the last one of this name was the same: what somebody has deployed since then stays the newest.
     *
     * @param problems of a policy, by its content
     */
    void deploy(RepositoryService repository, Function<byte[], List<String>> problems) {
        try {
            byte[] content = Files.readAllBytes(file);
            List<String> wrong = problems.apply(content);
            if (!wrong.isEmpty()) {
                throw new IllegalStateException(NOT_DEPLOYED.formatted(file, String.join("; ", wrong)));
            }
            repository
                    .createDeployment()
                    .name(ConsentPolicy.KEY)
                    .enableDuplicateFiltering(true)
                    .addInputStream(ConsentPolicy.KEY + ".dmn", new ByteArrayInputStream(content))
                    .deploy();
        } catch (IOException | ProcessEngineException e) {
            throw new IllegalStateException(NOT_DEPLOYED.formatted(file, e.getMessage()), e);
        }
    }
}
