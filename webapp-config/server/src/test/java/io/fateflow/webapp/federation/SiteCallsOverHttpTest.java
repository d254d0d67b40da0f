package io.fateflow.webapp.federation;

import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.http.HttpCallSender;
import io.fateflow.federation.outgoing.CallSender;
import io.fateflow.webapp.Caller;

class SiteCallsOverHttpTest extends SiteCallsContract {

    @Autowired
    private Caller caller;

    @Override
    CallSender carrier() {
        return new HttpCallSender(MAX_MESSAGE);
    }

    @Override
    PartyRoute route(int port) {
        return new PartyRoute(Protocol.HTTP, "127.0.0.1", port, null);
    }

    @Override
    int port() {
        return Integer.parseInt(caller.port());
    }

    @Override
    String sendRaw(String path, String body) {
        return caller.post(path, body).body();
    }
}
