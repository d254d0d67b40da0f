/** What the server knows of its database: whether it is away, takes what is written, and may be used by this version. */
@NullMarked
package io.fateflow.webapp.database;

import org.jspecify.annotations.NullMarked;
