-- the second factor of an account of this server's own, as RFC 6238 has it; it counts from confirm_time on, which is empty until a
-- first code has come. Of step last_step and earlier ones no code counts any more. failures are wrong codes in a row: until
-- not_before no code is looked at
create table second_factor (
    account       varchar(64)  not null primary key,
    secret        varchar(64)  not null,
    begin_time    bigint       not null,
    confirm_time  bigint,
    last_step     bigint       default 0 not null,
    failures      integer      default 0 not null,
    not_before    bigint       default 0 not null
);
-- a row for each code that is left, by its digest: what is used is removed
create table recovery_code (
    account  varchar(64)  not null,
    digest   varchar(64)  not null,
    primary key (account, digest)
);
