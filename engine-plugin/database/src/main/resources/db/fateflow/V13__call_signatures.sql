-- numbers that other sites have used in calls that they signed: none is taken twice
create table call_nonce (
    party_id    varchar(20)  not null,
    nonce       varchar(64)  not null,
    good_until  bigint       not null,
    primary key (party_id, nonce)
);

create index call_nonce_good_until on call_nonce (good_until);

-- parties that have signed a whole call: from then on FATE's signature of the body alone does not speak for them
create table call_signer (
    party_id  varchar(20) not null primary key,
    since     bigint      not null
);
