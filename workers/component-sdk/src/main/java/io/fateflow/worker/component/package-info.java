/** What a component is to the executor: implement {@link io.fateflow.worker.component.Component}, name it for the service loader. */
@NullMarked
package io.fateflow.worker.component;

import org.jspecify.annotations.NullMarked;
