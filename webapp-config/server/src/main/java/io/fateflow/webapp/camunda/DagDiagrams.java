package io.fateflow.webapp.camunda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.exception.NotFoundException;
import org.springframework.stereotype.Component;

import io.fateflow.operations.query.JobQueries;

/** The diagrams of DAGs as they were deployed. */
@Component
public final class DagDiagrams {

    private final JobQueries jobs;
    private final RepositoryService repository;

    DagDiagrams(JobQueries jobs, RepositoryService repository) {
        this.jobs = jobs;
        this.repository = repository;
    }

    /** The BPMN document that runs a job; empty for a job of another site, or one whose definition was removed. */
    public Optional<String> of(String jobId) {
        return jobs.diagram(jobId).flatMap(this::document);
    }

    private Optional<String> document(String definition) {
        try (InputStream model = repository.getProcessModel(definition)) {
            return Optional.of(new String(model.readAllBytes(), StandardCharsets.UTF_8));
        } catch (NotFoundException removed) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
