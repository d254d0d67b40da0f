-- what a model that came as an archive has in place of its training's job: no such job ever ran here. The version in
-- pipeline_model names it by job_id, and so does each version that is deployed from it
create table imported_model (
    job_id                varchar(25)   not null,
    role                  varchar(50)   not null,
    party_id              varchar(10)   not null,
    initiator_role        varchar(50)   not null,
    initiator_party_id    varchar(10)   not null,
    roles                 text          not null,
    dsl                   text          not null,
    runtime_conf          text          not null,
    runtime_conf_on_party text          not null,
    run_parameters        text          not null,
    archive_sha256        varchar(64)   not null,
    create_time           bigint        not null,
    primary key (job_id, role, party_id)
);
