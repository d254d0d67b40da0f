/** {@code bench}: how fast this installation schedules, measured on this machine and this database. */
@NullMarked
package io.fateflow.tools.bench;

import org.jspecify.annotations.NullMarked;
