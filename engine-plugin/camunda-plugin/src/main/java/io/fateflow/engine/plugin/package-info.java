/** The Camunda engine plugin: engine settings, the guard on deployed processes, deployment, and the wiring of all parts. */
@NullMarked
package io.fateflow.engine.plugin;

import org.jspecify.annotations.NullMarked;
