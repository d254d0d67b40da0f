package io.fateflow.webapp;

import java.lang.management.ManagementFactory;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption.Origin;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import io.fateflow.worker.process.NativeMemory;

/**
 * Gives memory back that only starting needed. The JVM sizes its heap by the machine, not by the program; a server of
 * this kind lives in a fraction of it. Anything said on the command line wins.
 */
@Component
final class Footprint {

    private static final String MOST_FREE = "MaxHeapFreeRatio";
    private static final String LEAST_FREE = "MinHeapFreeRatio";

    @EventListener(ApplicationReadyEvent.class)
    @SuppressWarnings("SystemGc")
    void shrink() {
        HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (jvm == null) {
            return;
        }
        // in this order: the JVM refuses a least above the most
        set(jvm, LEAST_FREE, "10");
        set(jvm, MOST_FREE, "30");
        System.gc();
        NativeMemory.trim();
    }

    private static void set(HotSpotDiagnosticMXBean jvm, String option, String value) {
        boolean isDefault = jvm.getVMOption(option).getOrigin() == Origin.DEFAULT;
        if (isDefault && jvm.getVMOption(option).isWriteable()) {
            jvm.setVMOption(option, value);
        }
    }
}
