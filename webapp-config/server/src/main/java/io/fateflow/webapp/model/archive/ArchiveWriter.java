package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.operations.query.ConvertedModels;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.model.convert.HomoConversion;
import io.fateflow.webapp.model.convert.HomoConversion.Converted;

/** Writes a party's part of a model as FATE's archive: one component's at a time is in memory. */
@Component
final class ArchiveWriter {

    private final ComponentModelStore models;
    private final ConvertedModels converted;
    private final RunParameters runParameters;
    private final FateMessages messages;
    private final WireJson json;

    ArchiveWriter(
            ComponentModelStore models,
            ConvertedModels converted,
            RunParameters runParameters,
            FateMessages messages,
            WireJson json) {
        this.models = models;
        this.converted = converted;
        this.runParameters = runParameters;
        this.messages = messages;
        this.json = json;
    }

    /** @param model a row of {@code model/query} */
    void write(PartyModel part, ObjectNode model, OutputStream out) throws IOException {
        ChecksumZip zip = new ChecksumZip(out);
        zip.add(ArchiveLayout.IMPORT, json.pretty(importConfig(part)));
        ObjectNode define = json.object();
        define(define, ArchiveLayout.PIPELINE_COMPONENT, ArchiveLayout.PIPELINE_MODULE)
                .putObject(ArchiveLayout.PIPELINE_COMPONENT)
                .put(FateMessages.PIPELINE, FateMessages.PIPELINE);
        for (String component : models.components(part)) {
            List<ComponentModel> ofComponent = models.find(part, List.of(component));
            ObjectNode protos = define(define, component, ofComponent.get(0).module());
            for (ComponentModel learned : ofComponent) {
                ObjectNode files = protos.putObject(learned.alias());
                add(zip, files, learned, learned.metaName(), learned.meta());
                add(zip, files, learned, learned.paramName(), learned.param());
                addConverted(zip, part, learned);
            }
            zip.add(ArchiveLayout.runParameters(component), json.bytes(runParameters.of(model, part, component)));
        }
        JsonNode pipeline = PipelineMessage.of(part, model, json);
        zip.add(ArchiveLayout.pipeline(), messages.bytes(FateMessages.PIPELINE, pipeline));
        zip.add(ArchiveLayout.json(ArchiveLayout.pipeline()), json.bytes(pipeline));
        // JSON is YAML
        zip.add(ArchiveLayout.DEFINE, json.pretty(define));
        zip.finish();
    }

    private void addConverted(ChecksumZip zip, PartyModel part, ComponentModel learned) throws IOException {
        Optional<Converted> file =
                converted.framework(part, learned).flatMap(framework -> HomoConversion.convert(learned, framework));
        if (file.isPresent()) {
            zip.add(
                    ArchiveLayout.converted(
                            learned.component(), learned.alias(), file.get().name()),
                    file.get().content().toByteArray());
        }
    }

    private ObjectNode importConfig(PartyModel part) {
        return json.object()
                .put("role", part.role())
                .put("party_id", Long.parseLong(part.partyId()))
                .put("model_id", part.modelId())
                .put("model_version", part.version())
                .put("file", PartOfModel.fileName(part))
                .put("force_update", false);
    }

    private static ObjectNode define(ObjectNode define, String component, String module) {
        define.withObjectProperty("component_define").putObject(component).put("module_name", module);
        return define.withObjectProperty("model_proto").putObject(component);
    }

    /** Of a message that FATE has not, there is the JSON form only: such a component is none of FATE's. */
    private void add(ChecksumZip zip, ObjectNode files, ComponentModel learned, String name, JsonNode content)
            throws IOException {
        String file = ArchiveLayout.message(learned.component(), learned.alias(), name);
        Optional<String> message = messages.of(name);
        files.put(name, message.orElse(name));
        if (message.isPresent()) {
            zip.add(file, messages.bytes(message.get(), content));
        }
        zip.add(ArchiveLayout.json(file), json.bytes(content));
    }
}
