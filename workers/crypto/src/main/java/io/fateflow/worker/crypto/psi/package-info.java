/** The mathematics of private set intersection: blinding, commutative encryption, and compact sets; knows nothing of parties or tables. */
@NullMarked
package io.fateflow.worker.crypto.psi;

import org.jspecify.annotations.NullMarked;
