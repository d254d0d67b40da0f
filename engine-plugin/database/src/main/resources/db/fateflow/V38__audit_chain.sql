-- the audit log as a chain of hashes: each entry gets its number, the digest of what it says, and the hash that covers the
-- digest and the hash before it, after its transaction (docs/adr/0032). What was written before this is sealed at the next start
alter table audit_log add column seal_number bigint;
alter table audit_log add column digest varchar(64);
alter table audit_log add column hash varchar(64);
create unique index audit_by_seal on audit_log (seal_number);

-- one row, whose lock makes sealers and retention take turns. The head is the last sealed entry, the anchor is the last one
-- that retention has removed; each with its signature by the site's key, or an empty one
create table audit_chain (
    chain_id         integer      not null primary key,
    head_party       varchar(20)  not null,
    head_number      bigint       not null,
    head_hash        varchar(64)  not null,
    head_time        bigint       not null,
    head_signature   varchar(2000) not null,
    anchor_party     varchar(20)  not null,
    anchor_number    bigint       not null,
    anchor_hash      varchar(64)  not null,
    anchor_time      bigint       not null,
    anchor_signature varchar(2000) not null
);
insert into audit_chain (chain_id, head_party, head_number, head_hash, head_time, head_signature, anchor_party,
    anchor_number, anchor_hash, anchor_time, anchor_signature)
values (1, '', 0, '0000000000000000000000000000000000000000000000000000000000000000', 0, '', '',
    0, '0000000000000000000000000000000000000000000000000000000000000000', 0, '');
