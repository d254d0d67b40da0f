/** Databases outside that hold tables: how they are named, and with what they are opened. */
@NullMarked
package io.fateflow.worker.storage;

import org.jspecify.annotations.NullMarked;
