-- signed heads of partners' audit logs, as they were when they came: whoever makes his log anew can't make these anew
create table partner_head (
    party_id      varchar(20)   not null,
    head_number   bigint        not null,
    hash          varchar(64)   not null,
    head_time     bigint        not null,
    signature     varchar(2000) not null,
    received_time bigint        not null,
    primary key (party_id, head_number, hash)
);

-- heads that this site has signed once, a partner has kept, and this site's log does not continue
create table contested_head (
    kept_by       varchar(20)   not null,
    head_number   bigint        not null,
    hash          varchar(64)   not null,
    head_time     bigint        not null,
    signature     varchar(2000) not null,
    received_time bigint        not null,
    primary key (kept_by, head_number, hash)
);
