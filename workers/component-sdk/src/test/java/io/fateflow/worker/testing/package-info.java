/** What tests of this module share. */
@NullMarked
package io.fateflow.worker.testing;

import org.jspecify.annotations.NullMarked;
