/** Accounts of a directory that is asked over LDAP. Knows no engine: what is remembered of it, the engine's adapter does. */
@NullMarked
package io.fateflow.webapp.ldap;

import org.jspecify.annotations.NullMarked;
