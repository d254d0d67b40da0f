/** Which server is meant, and as whom it is called. Uses no other package. */
@NullMarked
package io.fateflow.client.profile;

import org.jspecify.annotations.NullMarked;
