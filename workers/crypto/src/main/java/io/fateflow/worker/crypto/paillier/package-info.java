/** Paillier's additively homomorphic encryption with FATE's fixed-point encoding; knows nothing of components. */
@NullMarked
package io.fateflow.worker.crypto.paillier;

import org.jspecify.annotations.NullMarked;
