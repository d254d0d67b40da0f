package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.Optional;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;

/** Finds the ids that guest and all hosts have, and leaves their rows. */
@AutoService(Component.class)
public final class Intersection implements Component {

    @Override
    public String module() {
        return "Intersection";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        IntersectionParameters.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        IntersectionParameters given = IntersectionParameters.read(context.parameters());
        Optional<IntersectionCache> cache = Optional.empty();
        if (context.cache().isPresent()) {
            cache = Optional.of(IntersectionCache.read(context, context.cache().get()));
        }
        IntersectionParameters parameters =
                cache.isEmpty() ? given : given.goingOnFrom(cache.get().meta());
        Party self = context.task().self();
        Input input = context.inputs().stream()
                .findFirst()
                .orElseThrow(() -> new IOException("Intersection has no input data at " + self));
        HashedIds ids = HashedIds.read(context.tables(), input.table(), parameters.hash());
        if (ids.count() == 0) {
            throw new IOException("Intersection has no ids to match at " + self + ": its input is empty");
        }
        parameters.requireJoinable(
                ids.usesMatchIds(), context.parties().of("host").size(), self);
        switch (self.role()) {
            case "guest" -> new IntersectionGuest(context, parameters, ids, cache).run();
            case "host" -> new IntersectionHost(context, parameters, ids, cache).run();
            default -> throw new IOException("Intersection runs at guest and host, not at " + self);
        }
    }
}
