package io.fateflow.tools.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fateflow.webapp.Server;

/** One server for all parties, in this process. */
record OneServer(Server server, Path home) implements DemoServers {

    static OneServer start(Path home, int port, String password, Map<String, String> more) throws IOException {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("fate.home", home);
        settings.put("server.port", new FreePorts().from(port));
        settings.put("fate.admin.password", password);
        settings.put("fate.upload.folders", home.resolve(DemoServer.UPLOADS));
        settings.put("logging.threshold.console", "warn");
        Server server = Server.startApart(settings);
        return new OneServer(server, home);
    }

    @Override
    public List<DemoServer> servers() {
        return List.of(new DemoServer(Set.of(), URI.create("http://127.0.0.1:" + server.port()), home));
    }

    @Override
    public int stay() {
        return Server.STAYS_UP;
    }

    @Override
    public void close() {
        server.close();
    }
}
