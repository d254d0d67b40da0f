/** What H2 does for us as its own extension. It names these classes in URLs; nobody calls them. */
@NullMarked
package io.fateflow.database.embedded;

import org.jspecify.annotations.NullMarked;
