package io.fateflow.webapp.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.webapp.atrest.KeptVersions;

/** {@code kept_version} of the site's database. */
final class TableOfVersions implements KeptVersions {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    TableOfVersions(JdbcTemplate jdbc, TransactionTemplate transaction) {
        this.jdbc = JdbcClient.create(jdbc);
        this.transaction = transaction;
    }

    @Override
    public boolean mayBe(String place, String version) {
        List<String> known = versions(place);
        return known.isEmpty() || known.contains(version);
    }

    private List<String> versions(String place) {
        return jdbc.sql("select version from kept_version where place = ?")
                .param(place)
                .query(String.class)
                .list();
    }

    @Override
    public void expect(String place, String version, There there) throws IOException {
        if (versions(place).isEmpty()) {
            there.look().ifPresent(before -> add(place, before, true));
        }
        add(place, version, false);
    }

    @Override
    public void accept(String place, String version, boolean anyway) {
        List<String> known = versions(place);
        if (known.isEmpty() || (anyway && !known.contains(version))) {
            add(place, version, true);
        }
    }

    private void add(String place, String version, boolean published) {
        try {
            jdbc.sql("insert into kept_version (place, version, published) values (:place, :version, :published)")
                    .param("place", place)
                    .param("version", version)
                    .param("published", published)
                    .update();
        } catch (DuplicateKeyException there) {
            // another server has seen the same file
        }
    }

    @Override
    public boolean replace(String place, String version, Replacement work) throws IOException {
        try {
            return Boolean.TRUE.equals(transaction.execute(status -> lockedReplace(place, version, work)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean lockedReplace(String place, String version, Replacement work) {
        jdbc.sql("select version from kept_version where place = ? order by version for update")
                .param(place)
                .query(String.class)
                .list();
        try {
            if (!work.run()) {
                return false;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        jdbc.sql("delete from kept_version where place = :place and version <> :version and published")
                .param("place", place)
                .param("version", version)
                .update();
        jdbc.sql("update kept_version set published = true where place = :place and version = :version")
                .param("place", place)
                .param("version", version)
                .update();
        return true;
    }

    @Override
    public void forget(String place, String version) {
        jdbc.sql("delete from kept_version where place = :place and version = :version")
                .param("place", place)
                .param("version", version)
                .update();
    }

    @Override
    public void forgetAll(String place) {
        jdbc.sql("delete from kept_version where place = ?").param(place).update();
    }
}
