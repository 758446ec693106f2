-- What a role was given by default, once: what an administrator takes away stays away, whichever new page asks for the same permission.
create table default_grant (
  tenant_id uuid not null references tenant, role_id uuid not null, permission_key text not null, at timestamptz not null default now(),
  primary key (tenant_id, role_id, permission_key),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
insert into default_grant (tenant_id, role_id, permission_key)
  select distinct r.tenant_id, r.id, m.permission_key from role r join menu m on m.tenant_id = r.tenant_id and m.permission_key is not null where r.built_in;
