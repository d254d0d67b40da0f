/** Connectors to databases outside: who keeps their logins, and which hosts they may lead to. */
@NullMarked
package io.fateflow.webapp.connector;

import org.jspecify.annotations.NullMarked;
