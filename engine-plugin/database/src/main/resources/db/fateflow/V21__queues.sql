-- the site's queues: a job waits in one of them for its cores. An operator's settings stay when the configuration changes
create table job_queue (
    name             varchar(80)      not null primary key,
    -- jobs that name no queue, or one that is gone, are in this one
    is_default       boolean          not null,
    weight           numeric(19,4)    not null,
    nominal_quota    numeric(19,4)    not null,
    -- cores beyond the nominal quota; null for as many as nobody else uses
    borrowing_limit  numeric(19,4),
    -- empty if the configuration has made it what it is
    changed_by       varchar(255)     not null,
    -- core milliseconds of leases that were given back, halved again and again since used_time
    used             double precision not null,
    used_time        bigint           not null,
    update_time      bigint           not null
);

-- empty: the site's default queue
alter table job add column queue_name varchar(80) default '' not null;
alter table job add column priority integer default 0 not null;
-- when an operator has moved it to the front, and who; 0 and empty if nobody has
alter table job add column front_time bigint default 0 not null;
alter table job add column front_by varchar(255) default '' not null;
-- how long it will run, as it was declared, or as jobs like it did
alter table job add column expected_millis bigint;

-- the order in which jobs wait; the order of their creation alone does not find it any more
create index job_by_place on job (status, is_initiator, front_time desc, priority desc, create_time, job_id);
-- jobs of one shape
create index body_by_dag on job_body (dag_key);
