/** Accounts' second factor: codes of an authenticator, and what takes their place once. Uses the database and the audit log. */
@NullMarked
package io.fateflow.engine.account;

import org.jspecify.annotations.NullMarked;
