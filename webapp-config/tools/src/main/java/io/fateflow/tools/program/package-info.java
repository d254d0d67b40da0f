/** This program as files and processes: how another one is started, how it is installed, whether it works. Start reading at {@code ThisProgram}. */
@NullMarked
package io.fateflow.tools.program;

import org.jspecify.annotations.NullMarked;
