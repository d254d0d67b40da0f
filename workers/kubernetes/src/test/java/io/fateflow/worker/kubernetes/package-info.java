@NullMarked
package io.fateflow.worker.kubernetes;

import org.jspecify.annotations.NullMarked;
