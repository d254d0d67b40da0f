/** What data owners decide about jobs that want to read their tables, as calls. */
@NullMarked
package io.fateflow.webapp.consent;

import org.jspecify.annotations.NullMarked;
