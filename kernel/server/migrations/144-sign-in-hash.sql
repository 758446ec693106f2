-- New students sign in by their candidate number or their identity number; of the latter only the hash by which encrypted values are found is kept.
alter table sys_user add column sign_in_hash text;
create unique index sys_user_sign_in_hash on sys_user (tenant_id, realm, sign_in_hash) where sign_in_hash is not null;
