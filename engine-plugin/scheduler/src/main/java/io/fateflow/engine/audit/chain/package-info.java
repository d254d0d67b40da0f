/**
 * The audit log as a proof: entries in a chain of hashes, its head signed by the site. What is said of a chain here is true of a
 * database's and of an exported file's, so that whoever verifies needs no server. Uses the database, and the keys of sites.
 */
@NullMarked
package io.fateflow.engine.audit.chain;

import org.jspecify.annotations.NullMarked;
