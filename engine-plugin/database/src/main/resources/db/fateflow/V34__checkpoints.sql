-- models as they were after single iterations of their training, in the JSON form of FATE's protobufs. They are of the attempt
-- whose version they name; those of an attempt that is not the task's last one do not count
create table component_checkpoint (
    model_version    varchar(25)    not null,
    role             varchar(50)    not null,
    party_id         varchar(10)    not null,
    component_name   varchar(80)    not null,
    alias            varchar(80)    not null,
    step_index       integer        not null,
    step_name        varchar(80)    not null,
    model_id         varchar(20000) not null,
    module           varchar(200)   not null,
    meta_name        varchar(200)   not null,
    meta             text           not null,
    param_name       varchar(200)   not null,
    param            text           not null,
    task_id          varchar(110)   not null,
    task_version     integer        not null,
    create_time      bigint         not null,
    primary key (model_version, role, party_id, component_name, step_index)
);
