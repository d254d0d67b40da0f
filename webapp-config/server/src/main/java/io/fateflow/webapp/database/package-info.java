/**
 * What the server knows of its database: whether it is away, takes what is written, and may be used by this version; what
 * time it is, and on what terms they speak. May use nothing of the server's.
 */
@NullMarked
package io.fateflow.webapp.database;

import org.jspecify.annotations.NullMarked;
