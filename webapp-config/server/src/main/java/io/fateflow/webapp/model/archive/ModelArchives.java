package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.model.ModelImport;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.operations.query.ModelQueries;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.worker.digest.Sha256;

/** Takes models out of this site as archives, and in. */
@Component
final class ModelArchives {

    private final ModelQueries models;
    private final ModelCommands commands;
    private final ArchiveWriter writer;
    private final ModelProperties properties;
    private final Optional<ModelStore> store;
    private final TransactionOperations transactions;
    private final AuditLog audit;
    private final WireJson json;

    ModelArchives(
            ModelQueries models,
            ModelCommands commands,
            ArchiveWriter writer,
            ModelProperties properties,
            Optional<ModelStore> store,
            TransactionOperations transactions,
            AuditLog audit,
            WireJson json) {
        this.models = models;
        this.commands = commands;
        this.writer = writer;
        this.properties = properties;
        this.store = store;
        this.transactions = transactions;
        this.audit = audit;
        this.json = json;
    }

    /**
     * What is to be written, once for each call.
     *
     * @param to who gets it, for the audit log
     * @throws ApiException if this site has no such part
     */
    ModelStore.Content export(PartyModel part, String to) {
        ObjectNode model = find(part)
                .orElseThrow(() -> ApiException.http(
                        404, "Model %s %s does not exist.".formatted(PartOfModel.partyModelId(part), part.version())));
        transactions.executeWithoutResult(transaction -> audit.write(AuditEntry.done(AuditAction.MODEL_EXPORT)
                .at(part.role(), part.partyId())
                .with("model_id", part.modelId())
                .with("model_version", part.version())
                .with("to", to)));
        return out -> writer.write(part, model, out);
    }

    /** The part as {@code model/query} has it; empty if it is not here. */
    Optional<ObjectNode> find(PartyModel part) {
        ObjectNode filter = json.object()
                .put("model_id", part.modelId())
                .put("model_version", part.version())
                .put("role", part.role())
                .put("party_id", part.partyId());
        List<ObjectNode> found = models.find(filter);
        return found.stream().findFirst();
    }

    /**
     * Takes an archive over, whole or not at all.
     *
     * @param sha256 that it should have; empty for any
     * @param keep whether it is put into the site's store as well, if there is one, as FATE does
     */
    Envelope take(PartyModel part, Path archive, boolean replace, String sha256, boolean keep) throws IOException {
        String actual = Sha256.ofFile(archive);
        if (!sha256.isEmpty() && !sha256.toLowerCase(Locale.ROOT).equals(actual)) {
            throw ApiException.http(
                    400, "FFB-5256 The archive has the SHA-256 " + actual + ", not the one that was sent with it.");
        }
        ModelImport outcome;
        try (ArchiveReader reader = ArchiveReader.open(archive, properties, json)) {
            outcome = commands.importPart(reader.model(part, actual), reader.components(), replace);
        } catch (BadArchiveException e) {
            throw ApiException.http(400, e.why());
        }
        if (outcome instanceof ModelImport.Done done) {
            if (keep && store.isPresent()) {
                store.get().put(part, export(part, "store"));
            }
            return Envelope.of(data(part).put("job_id", done.jobId()));
        }
        throw outcome instanceof ModelImport.OfAnotherModel other
                ? ApiException.http(
                        409,
                        "FFB-5258 Version %s is one of model %s here: import it under another model_version."
                                .formatted(part.version(), other.modelId()))
                : ApiException.http(409, "Model already exists.");
    }

    Envelope store(PartyModel part, boolean replace) throws IOException {
        ModelStore there = required();
        if (!replace && there.has(part)) {
            throw ApiException.http(409, "FFB-5259 The store has this model already: send force_update to replace it.");
        }
        return Envelope.of(data(part).put("sha256", there.put(part, export(part, "store"))));
    }

    Envelope restore(PartyModel part, boolean replace, String sha256) throws IOException {
        ModelStore there = required();
        if (!there.has(part)) {
            throw ApiException.http(
                    404,
                    "FFB-5259 The store has no such model: %s %s."
                            .formatted(PartOfModel.partyModelId(part), part.version()));
        }
        return there.read(part, archive -> take(part, archive, replace, sha256, false));
    }

    private ModelStore required() {
        return store.orElseThrow(() -> ApiException.soft(
                Retcode.EXCEPTION_ERROR,
                "FFB-6113 This site has no store of models beside its database. Have an operator name a folder in"
                        + " fate.models.store, or use model/export."));
    }

    private ObjectNode data(PartyModel part) {
        return json.object()
                .put("role", part.role())
                .put("party_id", part.partyId())
                .put("model_id", part.modelId())
                .put("model_version", part.version());
    }
}
