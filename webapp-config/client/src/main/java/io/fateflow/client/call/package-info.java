/** Calls by HTTP: signed, with a login, or neither; and their failures. Uses profiles. */
@NullMarked
package io.fateflow.client.call;

import org.jspecify.annotations.NullMarked;
