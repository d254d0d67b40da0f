/** Arithmetic modulo large numbers, by the machine's GMP where there is one; knows nothing of what it is used for. */
@NullMarked
package io.fateflow.worker.crypto.math;

import org.jspecify.annotations.NullMarked;
