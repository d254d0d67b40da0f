/**
 * What the server knows of its database: whether it is away, what time it is, and on what terms they speak. May use nothing
 * of the server's.
 */
@NullMarked
package io.fateflow.webapp.database;

import org.jspecify.annotations.NullMarked;
