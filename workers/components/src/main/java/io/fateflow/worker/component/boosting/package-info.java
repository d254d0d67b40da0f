/**
 * FATE's boosted trees.
 *
 * <h2>What HeteroSecureBoost reveals by design</h2>
 *
 * Labels, gradients, gains and weights never leave the guest unless encrypted under a key of which it alone has the private
 * half, and values of columns never leave their party. What parties do get to know:
 *
 * <table>
 * <caption>By party</caption>
 * <tr><th>Party</th><th>Gets to know</th></tr>
 * <tr><td>guest</td><td>of each host: for each node the sums of gradients and the number of rows to the left of each bin of each
 * column, in an order that is drawn anew for each node, and of nothing else; which rows a host's nodes send to the left; how
 * often each of a host's columns parts nodes, under the columns' anonymous names. Of many rows with few bins, such sums allow
 * guesses at how a host's values are spread</td></tr>
 * <tr><td>host</td><td>the ids of the guest's rows, which are in the intersection; of each row in which node it is (its
 * <em>instance space</em>), as long as nodes are parted with this host; the shape of trees and which party parts a node; which of
 * its own candidates won; which rows count, if they are sampled; bounds of a regression's gradients, by the length of packed
 * numbers. Rows of one leaf have similar labels, so the instance space tells something of labels: {@code complete_secure} lets the
 * guest grow the first trees, which tell most, alone</td></tr>
 * </table>
 *
 * <p>With {@code boosting_strategy} {@code mix} a tree is grown by one party: a host's nodes are known to that host only, and the
 * guest gets to know each row's leaf. With {@code layered} the host learns nothing of the guest's depths. When rows are predicted,
 * a host is asked for rows at its own nodes only, and the guest learns where they go; with {@code EINI_inference} neither is
 * told, but the guest gets each row's sum of weights, with {@code EINI_random_mask} times one random number of all rows.
 *
 * <h2>What HomoSecureBoost reveals by design</h2>
 *
 * Each party has rows of its own. The arbiter sees sums over all parties, masked so that it sees those of none: of each column's
 * ranks while split points are looked for, of gradients, hessians and rows by column and bin, and of losses. It also sees each
 * party's least and greatest value of each column, as FATE's does, and how many rows a party has. All parties get the trees, with
 * thresholds and weights, the columns' least and greatest values over all of them, and the number of all rows; the guest gets to
 * know which classes a host has. With one host, guest and host can each tell the other's part of a sum that they are told: those
 * are the ranks and the root's gradients, and not the histograms.
 */
@NullMarked
package io.fateflow.worker.component.boosting;

import org.jspecify.annotations.NullMarked;
