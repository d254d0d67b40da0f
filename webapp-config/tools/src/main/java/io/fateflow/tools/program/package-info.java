/** This program as files: how another one of it is started, and how it is installed. Start reading at {@code ThisProgram}. */
@NullMarked
package io.fateflow.tools.program;

import org.jspecify.annotations.NullMarked;
