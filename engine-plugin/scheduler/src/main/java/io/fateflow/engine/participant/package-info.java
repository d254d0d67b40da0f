/** What initiators on other sites ask of this site's parties, done on its rows. Knows neither transport nor engine. */
@NullMarked
package io.fateflow.engine.participant;

import org.jspecify.annotations.NullMarked;
