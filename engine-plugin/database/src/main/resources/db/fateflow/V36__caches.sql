-- caches that components have left for later runs, such as what a host has sent of its ids. The table is in the party's own
-- store and not in storage_table_meta: it is listed nowhere, for it holds keys
create table component_cache (
    job_id           varchar(25)   not null,
    component_name   varchar(80)   not null,
    task_id          varchar(110)  not null,
    task_version     integer       not null,
    role             varchar(50)   not null,
    party_id         varchar(10)   not null,
    cache_name       varchar(80)   not null,
    cache_key        varchar(32)   not null,
    table_name       varchar(255)  not null,
    table_namespace  varchar(255)  not null,
    create_time      bigint        not null,
    primary key (task_id, task_version, role, party_id, cache_name)
);
create index cache_by_key on component_cache (cache_key);
create index cache_by_job on component_cache (job_id);
