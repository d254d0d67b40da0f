package io.fateflow.engine.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;

/**
 * Checks FATE's {@code inheritance_info}: what is taken over from an older job must be what this job would make. The same
 * parties, module, inputs, outputs and parameters, all upstream components taken over, too, and all of them successes.
 */
public final class InheritanceRules {

    private static final String POINTER = "/job_parameters/common/inheritance_info";

    private final JobStore jobs;
    private final TaskStore tasks;
    private final StoredPlans plans;

    public InheritanceRules(JobStore jobs, TaskStore tasks, StoredPlans plans) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.plans = plans;
    }

    /** @throws JobRejectedException naming every component that can't be taken over */
    void check(JobPlan plan) {
        JsonNode info = new JobConf(plan.runtimeConf()).common().inheritance();
        if (info.isMissingNode() || info.isNull() || info.isEmpty()) {
            return;
        }
        String from = info.path("job_id").asText();
        List<Problem> problems = new ArrayList<>();
        if (jobs.initiatorRow(from).isEmpty()) {
            problems.add(problem("FFB-2040", "this site has scheduled no job " + from, "Name a job of this initiator"));
        } else if (!conf(from)
                .path("role")
                .equals(Json.read(Json.write(plan.runtimeConf().path("role"))))) {
            problems.add(problem(
                    "FFB-2041",
                    "job " + from + " had other parties",
                    "Submit with the same parties in the same order"));
        } else {
            check(plan, from, info, problems);
        }
        if (!problems.isEmpty()) {
            throw new JobRejectedException(problems);
        }
    }

    private void check(JobPlan plan, String from, JsonNode info, List<Problem> problems) {
        Map<String, ComponentPlan> components = byName(plan);
        Set<String> named = new HashSet<>();
        info.path("component_list").forEach(name -> named.add(name.asText()));
        JobBody body = jobs.bodies().of(from);
        Map<String, ComponentPlan> before = byName(plans.of(body.dsl(), body.runtimeConf()));
        JsonNode oldDsl = Json.read(body.dsl()).path("components");
        JsonNode dsl = Json.read(Json.write(plan.dsl())).path("components");
        for (JsonNode text : info.path("component_list")) {
            String name = text.asText();
            trouble(name, Optional.ofNullable(components.get(name)), from, named, oldDsl.path(name), dsl.path(name))
                    .or(() -> otherParameters(before.get(name), components.get(name)))
                    .ifPresent(why -> problems.add(problem(
                            "FFB-2042",
                            "component " + name + " can't be taken over from job " + from + ": " + why,
                            "Take it out of component_list: it runs then")));
        }
    }

    private Optional<String> trouble(
            String name,
            Optional<ComponentPlan> component,
            String from,
            Set<String> named,
            JsonNode before,
            JsonNode now) {
        if (component.isEmpty() || before.isMissingNode()) {
            return Optional.of("it is not in both jobs");
        }
        String taskId = TaskKey.taskId(from, name);
        if (tasks.lockLatest(taskId).stream().anyMatch(row -> !row.status().isSuccess())) {
            return Optional.of("it has not succeeded there");
        }
        for (String field : List.of("module", "input", "output", "provider")) {
            if (!before.path(field).equals(now.path(field))) {
                return Optional.of("its " + field + " was " + before.path(field) + ", and is " + now.path(field));
            }
        }
        return component.get().upstream().stream()
                .filter(upstream -> !named.contains(upstream))
                .map(upstream -> "it depends on " + upstream + ", which is not taken over")
                .findFirst();
    }

    private static Optional<String> otherParameters(@Nullable ComponentPlan before, @Nullable ComponentPlan now) {
        return before == null || now == null
                ? Optional.of("it is not in both jobs")
                : now.parties().entrySet().stream()
                        .filter(own -> !own.getValue().equals(before.parties().get(own.getKey())))
                        .map(own -> "its parameters at " + own.getKey() + " were others")
                        .findFirst();
    }

    private static Map<String, ComponentPlan> byName(JobPlan plan) {
        Map<String, ComponentPlan> components = new HashMap<>();
        plan.components().forEach(component -> components.put(component.name(), component));
        return components;
    }

    private JsonNode conf(String jobId) {
        return Json.read(jobs.bodies().of(jobId).runtimeConf());
    }

    private static Problem problem(String id, String message, String hint) {
        return new Problem(id, "conf", POINTER, message, hint);
    }
}
