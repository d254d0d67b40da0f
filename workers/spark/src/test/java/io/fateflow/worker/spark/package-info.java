@NullMarked
package io.fateflow.worker.spark;

import org.jspecify.annotations.NullMarked;
