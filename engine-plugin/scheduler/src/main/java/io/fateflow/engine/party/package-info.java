/** What this site does when a party command arrives, whoever sent it. Uses job, task and resource. */
@NullMarked
package io.fateflow.engine.party;

import org.jspecify.annotations.NullMarked;
