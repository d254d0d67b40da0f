/** Carries out what the doctor proposes, with the locks and the commands of the scheduler. */
@NullMarked
package io.fateflow.operations.repair;

import org.jspecify.annotations.NullMarked;
