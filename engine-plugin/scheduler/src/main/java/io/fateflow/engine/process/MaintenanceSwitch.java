package io.fateflow.engine.process;

import java.util.Optional;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.Maintenance;

/** Switches the site's maintenance on and off. */
public final class MaintenanceSwitch {

    private final EngineCommands commands;
    private final Maintenance maintenance;
    private final EngineName engineName;
    private final EngineProcesses processes;
    private final AuditLog audit;

    public MaintenanceSwitch(
            EngineCommands commands,
            Maintenance maintenance,
            EngineName engineName,
            EngineProcesses processes,
            AuditLog audit) {
        this.commands = commands;
        this.maintenance = maintenance;
        this.engineName = engineName;
        this.processes = processes;
        this.audit = audit;
    }

    /** Admits no more jobs; those that run go on. Switched on twice, the second reason counts. */
    public void begin(String reason) {
        commands.call(engine -> {
            maintenance.set(reason, audit.actor().name());
            audit.write(AuditEntry.done(AuditAction.MAINTENANCE)
                    .with("enabled", true)
                    .with("reason", reason));
            return true;
        });
    }

    /** Admits jobs again, those first that have waited longest. */
    public void end() {
        commands.call(engine -> {
            maintenance.set(null, audit.actor().name());
            processes.wakeWaiting(engineName);
            audit.write(AuditEntry.done(AuditAction.MAINTENANCE).with("enabled", false));
            return true;
        });
    }

    /** Empty while it is off. */
    public Optional<Maintenance.State> state() {
        return maintenance.current();
    }
}
