package io.fateflow.engine.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.fateflow.engine", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.fateflow.engine.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyTheEngineSideKnowsTheEngine = noClasses()
            .that()
            .resideInAnyPackage(
                    "..engine.lifecycle..",
                    "..engine.resource..",
                    "..engine.task..",
                    "..engine.federation..",
                    "..engine.foreign..",
                    "..engine.report..",
                    "..engine.remote..",
                    "..engine.doctor..",
                    "..engine.housekeeping..",
                    "..engine.party..",
                    "..engine.tracking..",
                    "..engine.model..",
                    "..engine.sql..",
                    "..engine.query..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.camunda..");

    @ArchTest
    static final ArchRule nothingKnowsTheWeb = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.web..", "jakarta.servlet..", "io.fateflow.webapp..");

    @ArchTest
    static final ArchRule eachTransportStaysInItsPackage = noClasses()
            .that()
            .resideOutsideOfPackage("..federation.grpc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.grpc..", "com.google.protobuf..", "..federation.grpc..");

    @ArchTest
    static final ArchRule callsKnowNoTransport = noClasses()
            .that()
            .resideInAnyPackage(
                    "..federation.wire..", "..federation.directory..", "..federation.auth..", "..federation.incoming..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "..federation.http..", "..federation.outgoing..");

    @ArchTest
    static final ArchRule nothingKnowsTheWorkers =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.fateflow.worker..");
}
