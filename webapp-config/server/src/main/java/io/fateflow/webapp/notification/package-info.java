/** Notifications of a server: settings, when they are delivered, metrics, and the call that tries a receiver. */
@NullMarked
package io.fateflow.webapp.notification;

import org.jspecify.annotations.NullMarked;
