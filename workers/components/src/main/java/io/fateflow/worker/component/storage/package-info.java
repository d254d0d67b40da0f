/** Tables of databases outside, read and written over JDBC. Knows no component. */
@NullMarked
package io.fateflow.worker.component.storage;

import org.jspecify.annotations.NullMarked;
