/** Reports to initiators on other sites: written down with what they are about, sent when that is committed. */
@NullMarked
package io.fateflow.engine.report;

import org.jspecify.annotations.NullMarked;
