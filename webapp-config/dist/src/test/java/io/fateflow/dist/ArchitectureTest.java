package io.fateflow.dist;

import java.util.function.Function;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import io.fateflow.worker.executor.ExecutorMain;
import io.fateflow.worker.jvm.ProgramLocale;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Arrows that the build cannot hold, because they are between packages, or lead to libraries that a module has for others. */
@AnalyzeClasses(
        packages = "io.fateflow",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

    /** What other modules' tests share comes as a jar, which is no folder of tests to ArchUnit. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String[] OF_EXECUTORS = {
        "..worker.executor..",
        "..worker.component..",
        "..worker.crypto..",
        "..worker.exchange..",
        "..worker.table..",
        "..worker.data..",
        "..worker.summary.."
    };

    /** Each package is its own room, whether it is another's root or not. */
    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return SliceIdentifier.of(type.getPackageName());
                }

                @Override
                public String getDescription() {
                    return "packages";
                }
            })
            .should()
            .beFreeOfCycles();

    /** Camunda's successors have other package names: what names it stands in few places. */
    @ArchTest
    static final ArchRule FEW_KNOW_CAMUNDA = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.fateflow.engine.executor..",
                    "io.fateflow.engine.job..",
                    "io.fateflow.engine.audit..",
                    "io.fateflow.engine.node..",
                    "io.fateflow.engine.process..",
                    "io.fateflow.engine.plugin..",
                    "io.fateflow.operations.repair..",
                    "io.fateflow.webapp.camunda..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.camunda..");

    /** The jar's first class starts one of the others. */
    @ArchTest
    static final ArchRule PROGRAMS_WRITE_THE_SAME_IN_EVERY_COUNTRY = classes()
            .that(describe("are programs", type -> type.tryGetMethod("main", String[].class)
                    .isPresent()))
            .and()
            .doNotHaveFullyQualifiedName("io.fateflow.webapp.onejar.OneJar")
            .should()
            .callMethod(ProgramLocale.class, "set")
            .orShould()
            .callMethod(ExecutorMain.class, "runWith", Function.class, String[].class);

    @ArchTest
    static final ArchRule THE_TRANSLATOR_IS_A_LIBRARY = noClasses()
            .that()
            .resideInAPackage("io.fateflow.dsl..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "java.sql..", "javax.sql..");

    @ArchTest
    static final ArchRule LAYOUT_STAYS_WITH_THE_COMPILER = noClasses()
            .that()
            .resideOutsideOfPackage("io.fateflow.dsl.bpmn")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eclipse..");

    @ArchTest
    static final ArchRule THE_SCHEDULER_KNOWS_NO_WEB = noClasses()
            .that()
            .resideInAnyPackage("io.fateflow.engine..", "io.fateflow.federation..", "io.fateflow.transfer..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.web..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule EACH_TRANSPORT_STAYS_IN_ITS_PACKAGES = noClasses()
            .that()
            .resideInAnyPackage("io.fateflow.engine..", "io.fateflow.federation..", "io.fateflow.transfer..")
            .and()
            .resideOutsideOfPackage("..grpc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.grpc..", "com.google.protobuf..", "..grpc..");

    @ArchTest
    static final ArchRule CALLS_KNOW_NO_TRANSPORT = noClasses()
            .that()
            .resideInAnyPackage(
                    "..federation.wire..", "..federation.directory..", "..federation.auth..", "..federation.incoming..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "..federation.http..", "..federation.outgoing..");

    @ArchTest
    static final ArchRule AN_EXECUTOR_STARTS_WITHOUT_HEAVY_LIBRARIES = noClasses()
            .that()
            .resideInAnyPackage(OF_EXECUTORS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "io.netty..", "io.grpc..", "picocli..", "ch.qos.logback..");

    @ArchTest
    static final ArchRule WORKERS_HAVE_NO_STATIC_STATE = fields().that()
            .areDeclaredInClassesThat()
            .resideInAPackage("io.fateflow.worker..")
            .and()
            .areStatic()
            .should()
            .beFinal();
}
