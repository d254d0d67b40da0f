/** Which settings there are, so that one that nobody reads does not pass for one that is set. Knows all rooms' settings; nobody may use it. */
@NullMarked
package io.fateflow.webapp.setting;

import org.jspecify.annotations.NullMarked;
