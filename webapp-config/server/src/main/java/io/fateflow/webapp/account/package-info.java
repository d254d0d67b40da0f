/** Accounts of this server: their second factors. */
@NullMarked
package io.fateflow.webapp.account;

import org.jspecify.annotations.NullMarked;
