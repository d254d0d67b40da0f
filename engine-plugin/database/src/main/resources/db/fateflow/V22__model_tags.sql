-- words that users put on models, to find them again
create table tag (
    tag_name     varchar(128) not null primary key,
    description  text,
    create_time  bigint       not null,
    update_time  bigint       not null
);

-- a version is tagged as a whole, at all of its parties
create table tagged_model (
    model_version  varchar(25)  not null,
    tag_name       varchar(128) not null,
    create_time    bigint       not null,
    primary key (model_version, tag_name)
);
create index tagged_model_by_tag on tagged_model (tag_name);
