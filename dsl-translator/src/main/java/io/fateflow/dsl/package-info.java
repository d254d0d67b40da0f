/**
 * FATE's job DSL and runtime conf in, a checked {@link io.fateflow.dsl.JobPlan} out.
 *
 * <p>{@link io.fateflow.dsl.DslTranslator} is the way in. May use Jackson and the packages {@code problem}, {@code json},
 * {@code module} and {@code legacy}: no Spring, no engine, no database.
 */
@NullMarked
package io.fateflow.dsl;

import org.jspecify.annotations.NullMarked;
