-- components whose models were converted to another framework: the file is made again of the model whenever it is asked for
create table converted_model (
    model_version   varchar(25)   not null,
    role            varchar(50)   not null,
    party_id        varchar(10)   not null,
    component_name  varchar(80)   not null,
    alias           varchar(80)   not null,
    framework       varchar(20)   not null,
    create_time     bigint        not null,
    primary key (model_version, role, party_id, component_name, alias)
);
