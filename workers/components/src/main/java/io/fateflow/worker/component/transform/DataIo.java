package io.fateflow.worker.component.transform;

import java.io.IOException;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;

/** What DataTransform was called in jobs of FATE's first DSL. */
@AutoService(Component.class)
public final class DataIo implements Component {

    private final DataTransform transform = new DataTransform("DataIO");

    @Override
    public String module() {
        return transform.module();
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        transform.check(parameters, self, parties);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        transform.run(context);
    }
}
