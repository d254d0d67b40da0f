/** The ports between parties: commands that go out and commands that come in. Knows no transport. */
@NullMarked
package io.fateflow.federation;

import org.jspecify.annotations.NullMarked;
