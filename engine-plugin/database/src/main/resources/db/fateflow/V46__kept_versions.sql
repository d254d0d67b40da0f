-- which encrypted files may stand in the place of a table or cache: the bytes that a file's own key was drawn from, in hexadecimal digits.
-- An older file of the same table that somebody puts back has no row. One is published, others are about to be; a place has no rows at all
-- if what is there was kept before there was this table
create table kept_version (
    place      varchar(255) not null,
    version    varchar(80)  not null,
    published  boolean      not null,
    primary key (place, version)
);
