@NullMarked
package io.fateflow.s3;

import org.jspecify.annotations.NullMarked;
