-- FATE Flow's tables under its own column names, without the f_ prefix, for H2 and PostgreSQL alike.
-- *_time columns are epoch milliseconds. JSON bodies that never change live beside the row, not in it:
-- the row is rewritten at every step. Amounts have four decimals, so that fractions add up exactly.

create table engine_registry (
    engine_type       varchar(10)   not null,
    engine_name       varchar(50)   not null,
    engine_entrance   varchar(50)   not null,
    engine_config     text          not null,
    cores             numeric(19,4) not null,
    memory            numeric(19,4) not null,
    remaining_cores   numeric(19,4) not null,
    remaining_memory  numeric(19,4) not null,
    nodes             integer       not null,
    create_time       bigint        not null,
    update_time       bigint        not null,
    primary key (engine_type, engine_name)
);

-- what was submitted: one row a job and site, shared by the roles this site plays
create table job_body (
    job_id              varchar(25) not null primary key,
    dsl                 text        not null,
    runtime_conf        text        not null,
    train_runtime_conf  text        not null,
    dag_key             varchar(64) not null
);

create table job (
    job_id               varchar(25)   not null,
    role                 varchar(50)   not null,
    party_id             varchar(10)   not null,
    user_id              varchar(255)  not null,
    name                 varchar(500)  not null,
    description          text          not null,
    tag                  varchar(50)   not null,
    roles                text          not null,
    users                text          not null,
    initiator_role       varchar(50)   not null,
    initiator_party_id   varchar(10)   not null,
    is_initiator         boolean       not null,
    runtime_conf_on_party text         not null,
    status               varchar(50)   not null,
    status_code          integer,
    progress             integer       not null,
    ready_signal         boolean       not null,
    ready_time           bigint,
    cancel_signal        boolean       not null,
    cancel_time          bigint,
    rerun_signal         boolean       not null,
    end_scheduling_updates integer     not null,
    engine_type          varchar(10),
    engine_name          varchar(50),
    cores                numeric(19,4) not null,
    memory               numeric(19,4) not null,
    remaining_cores      numeric(19,4) not null,
    remaining_memory     numeric(19,4) not null,
    resource_in_use      boolean       not null,
    apply_resource_time  bigint,
    return_resource_time bigint,
    inheritance_info     text          not null,
    inheritance_status   varchar(50)   not null,
    -- what FATE Flow does not have: the gate on task_parallelism, the engine's side, and why it waits
    gate_slots           integer       not null,
    remaining_gate_slots integer       not null,
    task_cores           numeric(19,4) not null,
    task_memory          numeric(19,4) not null,
    gate_contended       boolean       default false not null,
    cores_contended      boolean       default false not null,
    process_instance_id  varchar(64),
    wait_reason          text,
    wait_since           bigint,
    -- whether it waits for parties on other sites: to answer, or until they can serve it
    awaits_answers       boolean       default false not null,
    waits_elsewhere      boolean       default false not null,
    -- what all its parties on this site take together, once it has had to wait
    wanted_cores         numeric(19,4) default 0 not null,
    -- the highest number of a command that an initiator on another site has sent here
    last_command         bigint        default 0 not null,
    -- failed here without its initiator's word, which still counts when it comes
    abandoned            boolean       default false not null,
    -- while somebody has suspended it: on all rows of the job
    suspended_by         varchar(255),
    suspended_time       bigint,
    error_report         text          not null,
    create_time          bigint        not null,
    update_time          bigint        not null,
    start_time           bigint,
    end_time             bigint,
    elapsed              bigint,
    primary key (job_id, role, party_id)
);
create index job_by_status on job (status, is_initiator, create_time);
-- who has waited too long: none, mostly, however many wait
create index job_by_wait on job (status, is_initiator, wait_since);
create index job_by_create_time on job (create_time);

-- parameters of one component at one party, for its next attempt
create table task_parameters (
    task_id              varchar(110)  not null,
    role                 varchar(50)   not null,
    party_id             varchar(10)   not null,
    component_module     varchar(200)  not null,
    parameters           text          not null,
    primary key (task_id, role, party_id)
);

create table task (
    task_id              varchar(110)  not null,
    task_version         integer       not null,
    role                 varchar(50)   not null,
    party_id             varchar(10)   not null,
    job_id               varchar(25)   not null,
    component_name       varchar(80)   not null,
    component_module     varchar(200)  not null,
    initiator_role       varchar(50)   not null,
    initiator_party_id   varchar(10)   not null,
    federated_mode       varchar(10)   not null,
    federated_status_collect_type varchar(10) not null,
    status               varchar(50)   not null,
    party_status         varchar(50)   not null,
    status_code          integer,
    auto_retries         integer       not null,
    auto_retry_delay     integer       not null,
    run_on_this_party    boolean       not null,
    worker_id            varchar(100),
    cmd                  text,
    run_ip               varchar(100),
    run_port             integer,
    run_pid              bigint,
    engine_conf          text,
    kill_status          boolean       not null,
    error_report         text          not null,
    is_deepspeed         boolean       not null,
    deepspeed_id         varchar(200),
    -- the engine's side and what the worker measured
    waiter_instance_id   varchar(64),
    wait_reason          text,
    wait_since           bigint,
    exit_reason          varchar(50),
    exit_code            integer,
    peak_memory_bytes    bigint,
    cpu_millis           bigint,
    create_time          bigint        not null,
    update_time          bigint        not null,
    start_time           bigint,
    end_time             bigint,
    elapsed              bigint,
    primary key (task_id, task_version, role, party_id)
);
create index task_by_job on task (job_id);

-- attempts whose initiator is on another site and is told how they are; changes are numbered, one process sends at a time
create table task_report (
    task_id              varchar(110)  not null,
    task_version         integer       not null,
    role                 varchar(50)   not null,
    party_id             varchar(10)   not null,
    changes              integer       not null,
    under_way            boolean       not null,
    told                 varchar(50),
    primary key (task_id, task_version, role, party_id)
);

-- what this site, as a job's initiator, asks of parties on other sites. Of a job's commands to one party the oldest
-- without an answer is under way, those behind it wait; a body that is empty is made of the rows when it is sent
create table party_command (
    command_number       bigint        generated by default as identity primary key,
    job_id               varchar(25)   not null,
    role                 varchar(50)   not null,
    party_id             varchar(10)   not null,
    component_name       varchar(80)   not null,
    task_id              varchar(110)  not null,
    task_version         integer       not null,
    action               varchar(50)   not null,
    body                 text          not null,
    create_time          bigint        not null,
    answer_time          bigint,
    retcode              integer,
    message              text          not null
);
create index party_command_by_job on party_command (job_id, role, party_id, command_number);

-- one row a grant, removed when it is given back: remaining = total - sum of leases, always
create table resource_lease (
    lease_id       varchar(36)   not null primary key,
    kind           varchar(10)   not null,
    job_id         varchar(25)   not null,
    role           varchar(50)   not null,
    party_id       varchar(10)   not null,
    task_id        varchar(110)  not null,
    task_version   integer       not null,
    engine_type    varchar(10)   not null,
    engine_name    varchar(50)   not null,
    cores          numeric(19,4) not null,
    memory         numeric(19,4) not null,
    slots          integer       not null,
    fencing_token  bigint        not null,
    since_time     bigint        not null,
    until_time     bigint,
    unique (kind, job_id, role, party_id, task_id, task_version)
);
create index lease_by_job on resource_lease (job_id);

create table dag_definition (
    dag_key                varchar(64) not null primary key,
    process_definition_id  varchar(255) not null,
    components             integer     not null,
    deploy_time            bigint      not null
);

create table storage_table_meta (
    name             varchar(255)  not null,
    namespace        varchar(255)  not null,
    engine           varchar(50)   not null,
    address          text          not null,
    partitions       integer,
    id_delimiter     varchar(10),
    have_head        boolean       not null,
    extend_sid       boolean       not null,
    auto_increasing_sid boolean    not null,
    table_schema     text          not null,
    row_count        bigint,
    origin           varchar(50)   not null,
    disabled         boolean       not null,
    description      text          not null,
    part_of_data     text          not null,
    create_time      bigint        not null,
    update_time      bigint        not null,
    primary key (name, namespace)
);

create table tracking_output_data_info (
    job_id           varchar(25)   not null,
    component_name   varchar(80)   not null,
    task_id          varchar(110)  not null,
    task_version     integer       not null,
    data_name        varchar(80)   not null,
    position         integer       not null,
    role             varchar(50)   not null,
    party_id         varchar(10)   not null,
    table_name       varchar(255)  not null,
    table_namespace  varchar(255)  not null,
    description      text          not null,
    create_time      bigint        not null,
    update_time      bigint        not null,
    primary key (task_id, task_version, data_name, role, party_id)
);
create index output_data_by_job on tracking_output_data_info (job_id);

create table tracking_metric (
    job_id           varchar(25)   not null,
    component_name   varchar(80)   not null,
    task_id          varchar(110)  not null,
    task_version     integer       not null,
    role             varchar(50)   not null,
    party_id         varchar(10)   not null,
    metric_namespace varchar(80)   not null,
    metric_name      varchar(120)  not null,
    metric_type      varchar(80)   not null,
    position         integer       not null,
    metas            text          not null,
    metric_data      text          not null,
    create_time      bigint        not null,
    primary key (task_id, task_version, role, party_id, metric_namespace, metric_name)
);
create index metric_by_job on tracking_metric (job_id);

create table component_summary (
    job_id           varchar(25)   not null,
    component_name   varchar(80)   not null,
    task_id          varchar(110)  not null,
    task_version     integer       not null,
    role             varchar(50)   not null,
    party_id         varchar(10)   not null,
    summary          text          not null,
    create_time      bigint        not null,
    primary key (task_id, task_version, role, party_id)
);

-- models that components made, in the JSON form of FATE's protobufs. A version is a job's id or a deployment's, and by
-- itself unique on this site; model ids are too long for a key, since they name every party
create table component_model (
    model_version    varchar(25)    not null,
    role             varchar(50)    not null,
    party_id         varchar(10)    not null,
    component_name   varchar(80)    not null,
    alias            varchar(80)    not null,
    model_id         varchar(20000) not null,
    module           varchar(200)   not null,
    meta_name        varchar(200)   not null,
    meta             text           not null,
    param_name       varchar(200)   not null,
    param            text           not null,
    task_id          varchar(110)   not null,
    task_version     integer        not null,
    create_time      bigint         not null,
    primary key (model_version, role, party_id, component_name, alias)
);

-- a trained model as a whole at one party, or a version of it that was deployed to predict with. The training's DSL and
-- conf are those of its job; a deployed version has a DSL of its own
create table pipeline_model (
    model_version    varchar(25)    not null,
    role             varchar(50)    not null,
    party_id         varchar(10)    not null,
    model_id         varchar(20000) not null,
    job_id           varchar(25)    not null,
    parent_version   varchar(25),
    inference_dsl    text,
    create_time      bigint         not null,
    update_time      bigint         not null,
    primary key (model_version, role, party_id)
);

-- secrets of this site, such as the key that signs executor tokens
create table site_secret (
    name         varchar(50)  not null primary key,
    secret_value varchar(500) not null,
    create_time  bigint       not null
);

-- public keys of other sites, handed in by FATE's key calls; who signs for a party has the private one
create table site_key (
    party_id     varchar(20) not null primary key,
    public_key   text        not null,
    create_time  bigint      not null,
    update_time  bigint      not null
);

-- what an operator has set for the whole site, such as maintenance; a setting that is off has no value
create table site_setting (
    name          varchar(50)  not null primary key,
    setting_value text,
    actor         varchar(255) not null,
    update_time   bigint       not null
);

-- what users and operators did, written in the transaction that did it; names are empty where they do not apply
create table audit_log (
    id             bigint       generated by default as identity primary key,
    create_time    bigint       not null,
    actor          varchar(255) not null,
    origin         varchar(100) not null,
    action         varchar(50)  not null,
    job_id         varchar(25)  not null,
    component_name varchar(80)  not null,
    role           varchar(50)  not null,
    party_id       varchar(10)  not null,
    outcome        varchar(20)  not null,
    details        text         not null
);
create index audit_by_job on audit_log (job_id, id);
create index audit_by_time on audit_log (create_time);

-- servers of this site that live, or were not missed yet. seen_time is by the database's clock, here and below
create table server_node (
    node_name    varchar(255)  not null primary key,
    url          varchar(1000) not null,
    lock_owner   varchar(255)  not null,
    version      varchar(50)   not null,
    start_time   bigint        not null,
    seen_time    bigint        not null
);

-- starts of workers; a task that a worker holds is its own until the worker is silent for too long
create table worker (
    worker_id    varchar(255)  not null primary key,
    host         varchar(255)  not null,
    mode         varchar(10)   not null,
    places       integer       not null,
    running      integer       not null,
    trouble      varchar(2000) not null,
    drain        boolean       not null,
    seen_time    bigint        not null
);
