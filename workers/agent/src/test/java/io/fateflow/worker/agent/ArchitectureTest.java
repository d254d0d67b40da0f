package io.fateflow.worker.agent;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.fateflow.worker", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_NO_ENGINE_AND_NO_FRAMEWORK = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.fateflow.engine..", "io.fateflow.dsl..", "org.camunda..", "org.springframework..");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.fateflow.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_EXECUTOR_STARTS_WITHOUT_HEAVY_LIBRARIES = noClasses()
            .that()
            .resideInAnyPackage("..executor..", "..component..", "..crypto..", "..exchange..", "..table..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "io.netty..", "io.grpc..", "picocli..", "ch.qos.logback..");

    @ArchTest
    static final ArchRule THE_EXECUTOR_KNOWS_NO_WORKER = classes()
            .that()
            .resideInAnyPackage("..executor..", "..component..", "..crypto..", "..exchange..", "..table..")
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.fateflow.worker",
                    "io.fateflow.worker.process",
                    "io.fateflow.worker.run",
                    "io.fateflow.worker.launch",
                    "io.fateflow.worker.remote",
                    "io.fateflow.worker.cli");

    @ArchTest
    static final ArchRule NO_STATIC_STATE = fields().that().areStatic().should().beFinal();
}
