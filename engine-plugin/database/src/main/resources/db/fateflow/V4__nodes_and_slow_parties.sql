-- what a server's others must know of it: how its database sessions are named, and how far its own clock is ahead (ms)
alter table server_node add column session_name varchar(63) default '' not null;
alter table server_node add column clock_difference bigint default 0 not null;

-- the lock owner of the server in whose process a worker runs, empty for a worker on its own: it lives while its server does
alter table worker add column lock_owner varchar(255) default '' not null;

-- how often nobody answered a command in time, and when it may be sent again (ms); nothing shortens that
alter table party_command add column timeouts integer default 0 not null;
alter table party_command add column not_before bigint default 0 not null;

-- parties that let a call run out of time: one call at a time, and none before not_before, until they have been quick again
create table slow_party (
    party_id         bigint        not null primary key,
    timeouts         integer       not null,
    since            bigint        not null,
    took             bigint        not null,
    not_before       bigint        not null,
    in_flight_until  bigint        not null,
    slow_until       bigint        not null
);
