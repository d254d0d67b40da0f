/**
 * FATE's job DSL and runtime conf in, a checked {@link io.fateflow.dsl.JobPlan} out.
 *
 * <p>Uses Jackson only: no Spring, no engine, no database.
 */
@NullMarked
package io.fateflow.dsl;

import org.jspecify.annotations.NullMarked;
