package io.fateflow.webapp.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicBoolean;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.flywaydb.core.Flyway;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Status;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.DatabaseError;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** H2 closes its database when the disk is full. With space on it the server goes on, and says so as long as it can't. */
@Tag("slow")
class FullDatabaseDiskTest {

    private static final AtomicBoolean FULL = new AtomicBoolean();

    @TempDir
    private Path place;

    private HikariDataSource pool;
    private JdbcTemplate jdbc;
    private WriteHealth health;

    @BeforeEach
    void open() {
        FULL.set(false);
        FilePath.register(new FullDisk());
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:full:" + place.resolve("db") + ";WRITE_DELAY=0");
        config.setUsername("sa");
        config.setMaximumPoolSize(5);
        config.setConnectionTimeout(2_000);
        config.setExceptionOverrideClassName(BrokenConnections.class.getName());
        pool = new HikariDataSource(config);
        jdbc = new JdbcTemplate(pool);
        Flyway.configure()
                .dataSource(pool)
                .locations("classpath:db/fateflow")
                .load()
                .migrate();
        health = new WriteHealth(pool, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        FULL.set(false);
        pool.close();
        FilePath.unregister(new FullDisk());
    }

    @Test
    void theDatabaseIsOpenedAgainWhenThereIsSpaceAndHealthSaysSoMeanwhile() {
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        write("before");

        FULL.set(true);
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> write("while it is full"))
                    .isInstanceOfSatisfying(DataAccessException.class, e -> assertThat(DatabaseError.of(e))
                            .isEqualTo(DatabaseError.TRANSIENT));
        }
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        FULL.set(false);

        // those that are left of the closed database go one by one
        boolean[] isBack = new boolean[1];
        for (int i = 0; i < 10 && !isBack[0]; i++) {
            isBack[0] = health.health().getStatus().equals(Status.UP);
        }
        assertThat(isBack[0]).isTrue();
        write("after");
        assertThat(jdbc.queryForList(
                        "select actor from site_setting where name like 'test%' order by actor", String.class))
                .containsExactly("after", "before");
    }

    private void write(String what) {
        jdbc.update(
                "insert into site_setting (name, actor, update_time) values (?, ?, 0)",
                "test " + System.nanoTime(),
                what);
    }

    /** A disk without space: what is there can be read, and nothing can be written. */
    public static final class FullDisk extends FilePathWrapper {

        @Override
        public String getScheme() {
            return "full";
        }

        @Override
        public FileChannel open(String mode) throws IOException {
            FileChannel target = super.open(mode);
            return new FileBaseDefault() {
                @Override
                public synchronized int read(ByteBuffer into, long position) throws IOException {
                    return target.read(into, position);
                }

                @Override
                public synchronized int write(ByteBuffer from, long position) throws IOException {
                    if (FULL.get()) {
                        throw new IOException("No space left on device");
                    }
                    return target.write(from, position);
                }

                @Override
                public long size() throws IOException {
                    return target.size();
                }

                @Override
                protected void implTruncate(long size) throws IOException {
                    target.truncate(size);
                }

                @Override
                public void force(boolean metaData) throws IOException {
                    target.force(metaData);
                }

                @Override
                public java.nio.channels.FileLock tryLock(long position, long size, boolean shared) throws IOException {
                    return target.tryLock(position, size, shared);
                }

                @Override
                protected void implCloseChannel() throws IOException {
                    target.close();
                }
            };
        }
    }
}
