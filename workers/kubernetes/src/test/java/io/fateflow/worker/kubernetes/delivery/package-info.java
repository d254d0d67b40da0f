@NullMarked
package io.fateflow.worker.kubernetes.delivery;

import org.jspecify.annotations.NullMarked;
