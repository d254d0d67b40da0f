/** What tests of workers share. */
@NullMarked
package io.fateflow.worker.agent.testing;

import org.jspecify.annotations.NullMarked;
