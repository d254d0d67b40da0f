/** The program as files in a directory, which starts in half of the time. Start reading at {@code InstallCommand}. */
@NullMarked
package io.fateflow.tools.install;

import org.jspecify.annotations.NullMarked;
