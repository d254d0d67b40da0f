package io.fateflow.dsl;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.json.JsonReader;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;

/**
 * Checks a job's DSL and runtime conf and makes a {@link JobPlan} of them.
 *
 * <p>Takes version 2 of FATE's DSL and conf, and version 1, which is read as version 2 (FATE DSL reference, "DSL v1 /
 * conf v1"); the conf's {@code dsl_version} says which. A predict job is compiled from the inference DSL it is given.
 * Stricter than FATE: duplicate keys, outputs that nobody declares, and components that no party can run are refused.
 *
 * <p>Immutable; nothing in the documents is ever evaluated.
 */
public final class DslTranslator {

    private final ModuleCatalog catalog;
    private final boolean partiesAreExamples;

    public DslTranslator(ModuleCatalog catalog) {
        this(catalog, false);
    }

    private DslTranslator(ModuleCatalog catalog, boolean partiesAreExamples) {
        this.catalog = catalog;
        this.partiesAreExamples = partiesAreExamples;
    }

    /**
     * A translator for files whose party ids are examples, replaced before submission, as in FATE's test suites: which
     * sites may share roles is not checked.
     */
    public DslTranslator forExampleParties() {
        return new DslTranslator(catalog, true);
    }

    /**
     * Translates one job.
     *
     * @param dslJson the DSL, a JSON object
     * @param confJson the runtime conf, a JSON object
     * @return the plan, or everything that is wrong with the two documents
     */
    public Translation translate(String dslJson, String confJson) {
        return translate(new JobDocument.Text(dslJson), new JobDocument.Text(confJson));
    }

    /** As {@link #translate(String, String)}, of documents that may have been read already. */
    public Translation translate(JobDocument dslDocument, JobDocument confDocument) {
        Findings findings = new Findings();
        JsonReader.Read dsl = read(Document.DSL, dslDocument, findings);
        JsonReader.Read conf = read(Document.CONF, confDocument, findings);
        Submission submission = new Submission(dsl.object(), conf.object(), conf.characters());
        Optional<JobPlan> plan = new TranslationRun(catalog, partiesAreExamples, findings).run(submission);
        return plan.isPresent() && findings.isEmpty()
                ? new Translation.Accepted(plan.get())
                : new Translation.Rejected(Problems.of(findings, submission));
    }

    private static JsonReader.Read read(Document document, JobDocument handedIn, Findings findings) {
        JsonReader reader = new JsonReader(document, findings);
        return handedIn instanceof JobDocument.Text text
                ? new JsonReader.Read(reader.read(text.json()), text.json().length())
                : reader.check(((JobDocument.Tree) handedIn).json());
    }

    /**
     * Checks a DSL with which a model is to be deployed; there is no conf yet.
     *
     * @return everything that is wrong with it; empty if nothing is
     */
    public List<Problem> checkInferenceDsl(String dslJson) {
        Findings findings = new Findings();
        Optional<ObjectNode> dsl = new JsonReader(Document.DSL, findings).read(dslJson);
        dsl.ifPresent(read -> new DslReader(catalog, JobKind.PREDICT, findings).read(read));
        return Problems.of(findings, new Submission(dsl, Optional.empty(), 0));
    }
}
