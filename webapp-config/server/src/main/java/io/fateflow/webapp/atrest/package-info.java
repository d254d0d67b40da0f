/**
 * What this server keeps for good, encrypted: tables, caches, archives of models, secrets of authenticators. Knows files and channels, and nothing of
 * what is in them.
 */
@NullMarked
package io.fateflow.webapp.atrest;

import org.jspecify.annotations.NullMarked;
