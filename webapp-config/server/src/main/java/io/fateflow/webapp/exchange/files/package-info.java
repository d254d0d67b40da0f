/**
 * Files of the site for executors that share no folder with it: what they read they get here, what they make they leave here, with
 * their task tokens. Which files those are, this site's rows say.
 */
@NullMarked
package io.fateflow.webapp.exchange.files;

import org.jspecify.annotations.NullMarked;
