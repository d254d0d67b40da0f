package io.fateflow.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

import picocli.CommandLine.IVersionProvider;

/** The version this jar was built as. */
public final class ProductVersion implements IVersionProvider {

    private static final String RESOURCE = "/fate-flow-version.properties";

    /** Such as {@code 0.1.0}. */
    public static String current() {
        try (InputStream in = ProductVersion.class.getResourceAsStream(RESOURCE)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"fate-flow-bpm " + current() + " (Java " + Runtime.version() + ")"};
    }
}
