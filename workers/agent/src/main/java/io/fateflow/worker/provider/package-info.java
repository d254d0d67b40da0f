/** FATE installations whose Python runs components: how they are started, and what they can run here. */
@NullMarked
package io.fateflow.worker.provider;

import org.jspecify.annotations.NullMarked;
