package io.fateflow.webapp.security;

/** The server was told something about log-ins that it can't go by. */
public final class AccessSettingsException extends RuntimeException {

    private final String remedy;

    /** @param place the setting */
    public AccessSettingsException(String place, String why, String remedy) {
        super("FFB-5015 The server does not start: " + place + " " + why + ".");
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
