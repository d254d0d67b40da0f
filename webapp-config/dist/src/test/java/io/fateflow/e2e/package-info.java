/** Servers, workers and executors as users start them, seen from outside. */
@NullMarked
package io.fateflow.e2e;

import org.jspecify.annotations.NullMarked;
