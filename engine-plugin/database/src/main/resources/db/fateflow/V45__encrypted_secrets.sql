-- a secret may be encrypted by the site's key (fate.at-rest.key-file), and is longer then
alter table second_factor alter column secret set data type varchar(255);
