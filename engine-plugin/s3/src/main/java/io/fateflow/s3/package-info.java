/** Objects in a bucket of a store that speaks S3. Nobody else knows its library. */
@NullMarked
package io.fateflow.s3;

import org.jspecify.annotations.NullMarked;
