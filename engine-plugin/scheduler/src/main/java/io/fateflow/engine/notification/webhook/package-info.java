/** Sends notifications over HTTP, signed as Standard Webhooks says, and to no address that must not be called. */
@NullMarked
package io.fateflow.engine.notification.webhook;

import org.jspecify.annotations.NullMarked;
