package io.fateflow.board.job;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.stereotype.Component;

import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.operations.query.ComponentOrder;
import io.fateflow.webapp.camunda.DagDiagrams;

/** A job's DAG as BPMN: what was deployed to run it, or else drawn from its DSL. */
@Component
final class JobDiagrams {

    private final DagDiagrams deployed;
    private final DagCompiler compiler = new DagCompiler();

    JobDiagrams(DagDiagrams deployed) {
        this.deployed = deployed;
    }

    String of(String jobId, JsonNode dsl) {
        return deployed.of(jobId)
                .orElseGet(() -> compiler.compile(ComponentOrder.upstream(dsl)).xml());
    }
}
