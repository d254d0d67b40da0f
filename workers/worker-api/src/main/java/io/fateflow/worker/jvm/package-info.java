/** What the program's JVMs are started with, whoever starts them. */
@NullMarked
package io.fateflow.worker.jvm;

import org.jspecify.annotations.NullMarked;
