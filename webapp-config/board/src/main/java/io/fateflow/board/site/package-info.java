/** Cores, queues, the audit log. */
@NullMarked
package io.fateflow.board.site;

import org.jspecify.annotations.NullMarked;
