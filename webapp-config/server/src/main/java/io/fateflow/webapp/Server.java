package io.fateflow.webapp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.apache.catalina.Globals;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import io.fateflow.webapp.database.BrokenStart;
import io.fateflow.webapp.database.StartFailedException;

/** A running server in this process. */
public final class Server implements AutoCloseable {

    /** Not an exit code: the server's threads keep the process alive after a command has returned. */
    public static final int STAYS_UP = -1;

    /** How often it is begun when the database ends its connections meanwhile; one that is away is waited for each time. */
    private static final int STARTS = 3;

    private final ConfigurableApplicationContext context;

    private Server(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts the server and returns when it answers.
     *
     * @param settings override application.yaml and the environment
     * @param additions parts that this server has and others have not
     * @throws StartFailedException with the reason alone; it has been logged then
     */
    public static Server start(Map<String, Object> settings, Class<?>... additions) {
        return start(settings, () -> application(additions));
    }

    /**
     * As {@link #start}, for a program's own purposes: what a file in the working directory or the environment says of another
     * server does not count.
     */
    public static Server startApart(Map<String, Object> settings, Class<?>... additions) {
        Map<String, Object> all = new LinkedHashMap<>(settings);
        all.put("spring.config.location", "classpath:/");
        return start(all, () -> {
            SpringApplication application = application(additions);
            application.addListeners(new ForeignSettings());
            return application;
        });
    }

    private static Server start(Map<String, Object> settings, Supplier<SpringApplication> application) {
        String[] arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        for (int start = 1; ; start++) {
            try {
                Server server = new Server(application.get().run(arguments));
                OutOfMemory.endsTheProcess();
                return server;
            } catch (RuntimeException e) {
                forgetDirectory();
                if (!BrokenStart.is(e)) {
                    throw StartFailure.of(e);
                }
                if (start == STARTS) {
                    throw BrokenStart.failed(e);
                }
            }
        }
    }

    private static SpringApplication application(Class<?>... additions) {
        return new SpringApplicationBuilder(FateFlowApplication.class)
                .sources(additions)
                .bannerMode(Banner.Mode.OFF)
                .build();
    }

    /** The port it listens on. */
    public int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    /** A part of the running application. */
    public <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
        forgetDirectory();
    }

    /** Tomcat keeps its first server's for the whole process, and the next one would make that directory again. */
    private static void forgetDirectory() {
        System.clearProperty(Globals.CATALINA_HOME_PROP);
        System.clearProperty(Globals.CATALINA_BASE_PROP);
    }
}
