/**
 * Whether a job may read this site's tables: what the site's policy says of it, and what its data owner has decided. Knows
 * neither the engine nor DMN: {@code process} has the steps of {@code fate-consent}, {@code plugin} evaluates the policy.
 */
@NullMarked
package io.fateflow.engine.consent;

import org.jspecify.annotations.NullMarked;
