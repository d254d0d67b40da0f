/** Databases for tests of all modules. */
@NullMarked
package io.fateflow.database.testing;

import org.jspecify.annotations.NullMarked;
