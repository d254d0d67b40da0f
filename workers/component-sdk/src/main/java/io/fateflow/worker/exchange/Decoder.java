package io.fateflow.worker.exchange;

import java.io.IOException;
import java.io.InputStream;

/** Makes a value of the bytes that a party sent. */
@FunctionalInterface
public interface Decoder<T> {

    T read(InputStream in) throws IOException;
}
