package io.fateflow.client.call;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** A call that did not do what it was to do; the message is what the server said, or why it could not be asked. */
public abstract sealed class FateFlowException extends IOException
        permits UnreachableException, AccessRefusedException, CallRefusedException {

    private static final Pattern ID = Pattern.compile("FFB-\\d{4}");

    private final String id;
    private final String remedy;

    /**
     * Made of what was said.
     *
     * @param remedy what to do; empty to have it from the list of errors
     */
    FateFlowException(String message, String remedy, @Nullable Exception cause) {
        super(message, cause);
        Matcher named = ID.matcher(message);
        this.id = named.find() ? named.group() : "";
        this.remedy = remedy.isEmpty() ? Remedies.of(id) : remedy;
    }

    /** The error's id, such as {@code FFB-1234}; empty where the server has FATE Flow's own words, which have none. */
    public final String id() {
        return id;
    }

    /** What to do about it; empty if nobody knows. */
    public final String remedy() {
        return remedy;
    }
}
