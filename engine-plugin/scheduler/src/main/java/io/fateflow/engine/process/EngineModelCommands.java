package io.fateflow.engine.process;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.InferenceDsl;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.initiator.RemoteDeployment;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.Deployment;
import io.fateflow.engine.model.ImportedModel;
import io.fateflow.engine.model.ImportedModelStore;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.model.ModelImport;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.engine.model.PipelineModel;
import io.fateflow.engine.model.PipelineModelStore;

/** Deploys models, on this site in one transaction, then at parties on other sites; takes models over. */
public final class EngineModelCommands implements ModelCommands {

    private final EngineCommands commands;
    private final PipelineModelStore models;
    private final ImportedModelStore imported;
    private final ComponentModelStore components;
    private final CheckpointStore checkpoints;
    private final DslTranslator translator;
    private final JobIds ids;
    private final AuditLog audit;
    private final RemoteDeployment others;

    /** @param others deploys at parties on other sites */
    public EngineModelCommands(
            EngineCommands commands,
            PipelineModelStore models,
            ImportedModelStore imported,
            ComponentModelStore components,
            CheckpointStore checkpoints,
            DslTranslator translator,
            JobIds ids,
            AuditLog audit,
            RemoteDeployment others) {
        this.commands = commands;
        this.models = models;
        this.imported = imported;
        this.components = components;
        this.checkpoints = checkpoints;
        this.translator = translator;
        this.ids = ids;
        this.audit = audit;
        this.others = others;
    }

    @Override
    public Deployment deploy(
            String modelId,
            String version,
            List<String> components,
            @Nullable String inferenceDsl,
            Map<String, CheckpointStep> steps) {
        String child = ids.next();
        Deployment here = deployPart(modelId, version, child, components, inferenceDsl, steps);
        return here instanceof Deployment.Done
                ? models.find(modelId, version)
                        .map(parent -> others.deploy(parent, child, components, inferenceDsl, steps))
                        .orElse(here)
                : here;
    }

    @Override
    public Deployment deployPart(
            String modelId,
            String version,
            String child,
            List<String> components,
            @Nullable String inferenceDsl,
            Map<String, CheckpointStep> steps) {
        return commands.execute(engine -> models.find(modelId, version)
                .map(parent -> deploy(parent, child, components, inferenceDsl, steps))
                .orElseGet(Deployment.Unknown::new));
    }

    @Override
    public ModelImport importPart(ImportedModel model, Iterable<ComponentModel> learned, boolean replace) {
        String jobId = ids.next();
        return commands.execute(engine -> {
            ModelImport outcome = imported.write(model, learned, replace, jobId);
            if (outcome instanceof ModelImport.Done) {
                audit.write(AuditEntry.done(AuditAction.MODEL_IMPORT)
                        .at(model.owner().role(), model.owner().partyId())
                        .with("model_id", model.owner().modelId())
                        .with("model_version", model.owner().version())
                        .with("sha256", model.sha256()));
            }
            return outcome;
        });
    }

    @Override
    public ModelImport migratePart(PartyModel from, ImportedModel model, Iterable<ComponentModel> learned) {
        String jobId = ids.next();
        return commands.execute(engine -> {
            ModelImport outcome = imported.write(model, learned, false, jobId);
            if (outcome instanceof ModelImport.Done) {
                audit.write(AuditEntry.done(AuditAction.MODEL_MIGRATE)
                        .at(from.role(), from.partyId())
                        .with("model_id", from.modelId())
                        .with("model_version", from.version())
                        .with("migrated_party_id", model.owner().partyId())
                        .with("migrated_model_id", model.owner().modelId())
                        .with("migrated_version", model.owner().version()));
            }
            return outcome;
        });
    }

    @Override
    public String keepComponent(PartyModel part, ComponentModel changed) {
        String version = ids.next();
        return commands.execute(engine -> {
            components.replace(part.withVersion(version), version, List.of(changed));
            audit.write(AuditEntry.done(AuditAction.MODEL_MERGE)
                    .at(part.role(), part.partyId())
                    .with("model_id", part.modelId())
                    .with("model_version", part.version())
                    .with("component", changed.component())
                    .with("merged_version", version));
            return version;
        });
    }

    @Override
    public String newId() {
        return ids.next();
    }

    private Deployment deploy(
            PipelineModel parent,
            String child,
            List<String> components,
            @Nullable String inferenceDsl,
            Map<String, CheckpointStep> steps) {
        if (parent.deployedDsl().isPresent()) {
            return new Deployment.Refused(child, parent.parties(), "Child model could not be deployed.");
        }
        try {
            ObjectNode dsl =
                    inferenceDsl == null ? InferenceDsl.deduce(parent.trainDsl(), components) : checked(inferenceDsl);
            Collection<String> trained = InferenceDsl.trainedComponents(dsl);
            // before anything is written: what is refused leaves nothing
            Map<String, Integer> chosen = chosen(parent.version(), trained, steps);
            models.deployed(parent, child, dsl, trained);
            chosen.forEach((component, step) -> checkpoints.deploy(parent.version(), child, component, step));
            AuditEntry entry = AuditEntry.done(AuditAction.MODEL_DEPLOY)
                    .with("model_id", parent.modelId())
                    .with("model_version", parent.version())
                    .with("deployed_version", child);
            audit.write(chosen.isEmpty() ? entry : entry.with("checkpoints", Json.write(chosen)));
            return new Deployment.Done(child, parent.parties());
        } catch (IllegalArgumentException e) {
            return new Deployment.Refused(child, parent.parties(), String.valueOf(e.getMessage()));
        }
    }

    /** @throws IllegalArgumentException if a component is not deployed, or has no such step */
    private Map<String, Integer> chosen(
            String version, Collection<String> deployed, Map<String, CheckpointStep> steps) {
        Map<String, Integer> chosen = new LinkedHashMap<>();
        steps.forEach((component, step) -> {
            if (!deployed.contains(component)) {
                throw new IllegalArgumentException("FFB-5301 components_checkpoint: " + component
                        + " is not among the components that are deployed: " + String.join(", ", deployed));
            }
            checkpoints.common(version, component, step).ifPresent(index -> chosen.put(component, index));
        });
        return chosen;
    }

    private ObjectNode checked(String dsl) {
        List<Problem> problems = translator.checkInferenceDsl(dsl);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return (ObjectNode) Json.read(dsl);
    }
}
