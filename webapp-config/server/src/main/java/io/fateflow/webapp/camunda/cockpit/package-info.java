/** What Cockpit shows beside the engine's own: jobs and their components, also after they have ended. */
@NullMarked
package io.fateflow.webapp.camunda.cockpit;

import org.jspecify.annotations.NullMarked;
