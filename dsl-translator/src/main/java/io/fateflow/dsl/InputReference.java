package io.fateflow.dsl;

import io.fateflow.dsl.problem.Place;

/**
 * One entry of a component's input.
 *
 * @param component the component that takes it
 * @param slot the input's key, such as {@code train_data} or {@code isometric_model}
 * @param artifact what it takes
 * @param text the reference as written
 * @param place where it is written
 */
record InputReference(String component, String slot, ArtifactKind artifact, String text, Place place) {

    /** The reference's first part: a component's name. */
    String upstream() {
        int dot = text.indexOf('.');
        return dot < 0 ? text : text.substring(0, dot);
    }

    /** The reference's second part: an output's name. */
    String output() {
        return text.substring(text.indexOf('.') + 1);
    }

    /** Whether it has exactly two parts, neither of them empty. */
    boolean isWellFormed() {
        int dot = text.indexOf('.');
        return dot > 0 && dot == text.lastIndexOf('.') && dot < text.length() - 1;
    }

    boolean isModel() {
        return artifact == ArtifactKind.MODEL;
    }
}
