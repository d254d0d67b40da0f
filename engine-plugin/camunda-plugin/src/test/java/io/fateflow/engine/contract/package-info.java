/** What an engine with all its parts does, on each database. */
@NullMarked
package io.fateflow.engine.contract;

import org.jspecify.annotations.NullMarked;
