package io.fateflow.dsl;

import java.util.Map;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * Which references are right.
 *
 * <p>FATE DSL reference, "Reference forms" and "Parser errors". As in FATE, the model references of a predict job are not
 * checked and give no edge: they name models of the trained job.
 */
final class ReferenceRules {

    private static final String TRAINED_MODEL = "pipeline.";
    private static final String LEGACY_TABLE = "args.";

    private final Map<String, DeclaredComponent> components;
    private final JobKind jobKind;
    private final Findings findings;

    ReferenceRules(Map<String, DeclaredComponent> components, JobKind jobKind, Findings findings) {
        this.components = components;
        this.jobKind = jobKind;
        this.findings = findings;
    }

    /** Whether the reference leads to another component of this DSL; what is wrong with it is reported. */
    boolean isEdge(InputReference reference) {
        if (reference.isModel() && jobKind == JobKind.PREDICT) {
            return false;
        }
        DeclaredComponent upstream = components.get(reference.upstream());
        if (upstream == null) {
            reportUnknown(reference);
            return false;
        }
        if (!reference.isWellFormed()) {
            report(ProblemKind.REFERENCE_MALFORMED, reference, reference.text());
            return false;
        }
        if (reference.upstream().equals(reference.component())) {
            report(ProblemKind.SELF_REFERENCE, reference);
            return false;
        }
        return isDeclared(reference, upstream.outputs());
    }

    private boolean isDeclared(InputReference reference, Outputs outputs) {
        ArtifactKind kind = reference.artifact();
        if (!outputs.hasAny(kind)) {
            report(ProblemKind.UPSTREAM_WITHOUT_OUTPUT, reference, kind.key(), reference.upstream());
        } else if (!outputs.has(kind, reference.output())) {
            report(ProblemKind.OUTPUT_UNKNOWN, reference, kind.key(), reference.upstream(), reference.output());
        }
        return true; // a wrong alias is no reason to overlook a loop
    }

    private void reportUnknown(InputReference reference) {
        String text = reference.text();
        if (reference.isModel() && text.startsWith(TRAINED_MODEL)) {
            if (jobKind == JobKind.TRAIN) {
                report(ProblemKind.PIPELINE_IN_TRAINING, reference, text);
            }
        } else if (reference.artifact() == ArtifactKind.DATA && text.startsWith(LEGACY_TABLE)) {
            if (jobKind != JobKind.UNKNOWN) {
                report(ProblemKind.ARGS_IN_VERSION_2, reference, text);
            }
        } else if (text.indexOf('.') < 0) {
            report(ProblemKind.REFERENCE_MALFORMED, reference, text);
        } else {
            report(ProblemKind.UPSTREAM_UNKNOWN, reference, reference.slot(), reference.upstream());
        }
    }

    private void report(ProblemKind kind, InputReference reference, Object... more) {
        Object[] arguments = new Object[more.length + 1];
        arguments[0] = reference.component();
        System.arraycopy(more, 0, arguments, 1, more.length);
        findings.add(kind, reference.place(), arguments);
    }
}
