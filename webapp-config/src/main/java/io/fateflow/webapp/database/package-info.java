/** What the server knows of its database: whether it is away. May use nothing of the server's. */
@NullMarked
package io.fateflow.webapp.database;

import org.jspecify.annotations.NullMarked;
