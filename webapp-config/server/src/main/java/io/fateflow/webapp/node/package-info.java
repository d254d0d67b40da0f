/** This server among the site's others: its name, its heartbeats, and the listing of servers and workers. */
@NullMarked
package io.fateflow.webapp.node;

import org.jspecify.annotations.NullMarked;
