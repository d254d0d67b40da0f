/**
 * Where an attempt's files come from and go to: a folder that the site's server shares, or that server by HTTP. Components know
 * neither; they read and write a {@link io.fateflow.worker.table.TableStore}.
 */
@NullMarked
package io.fateflow.worker.site;

import org.jspecify.annotations.NullMarked;
