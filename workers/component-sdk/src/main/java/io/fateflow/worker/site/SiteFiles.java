package io.fateflow.worker.site;

import java.io.IOException;
import java.util.Collection;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.TableName;

/** Where the files of one attempt come from, and where they stay. Each call is made once, in this order, by one thread. */
public interface SiteFiles {

    /**
     * Has all that the attempt may read in its store. What the site does not have is not there afterwards either.
     *
     * @param parameters the component's
     * @return the parameters, with files named as they are found here
     * @throws IOException if something can't be got
     */
    ObjectNode bring(ObjectNode parameters) throws IOException, InterruptedException;

    /**
     * Has all that the attempt has made at the site. When this returns, others can read it.
     *
     * @param tables in the attempt's store
     * @param caches in the attempt's store of caches
     * @throws IOException if something can't be given back, such as since the attempt has ended
     */
    void giveBack(Collection<TableName> tables, Collection<TableName> caches) throws IOException, InterruptedException;
}
