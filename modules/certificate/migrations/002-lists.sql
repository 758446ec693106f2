-- Lists of issuers, and which reminder of its expiry a certificate had last.
create table cert_list_row (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  catalog_id uuid not null, cert_no text not null, name text not null, level text,
  outcome text not null default 'unknown' check (outcome in ('verified', 'already', 'pending', 'name', 'level', 'unknown')), cert_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, catalog_id) references cert_catalog (tenant_id, id),
  foreign key (tenant_id, cert_id) references student_cert (tenant_id, id)
);
create unique index cert_list_row_key on cert_list_row (tenant_id, catalog_id, cert_no);
create index cert_list_row_created on cert_list_row (tenant_id, created_at desc, id);
create index cert_list_row_outcome on cert_list_row (tenant_id, outcome, created_at desc);
create index cert_list_row_cert on cert_list_row (tenant_id, cert_id);
alter table student_cert add column told text;
