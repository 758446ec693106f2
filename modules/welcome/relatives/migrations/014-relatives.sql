-- The link by which a new student lets the family follow the arrival; of its key only the hash is kept.
create table welcome_family_link (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, token_hash text not null, until timestamptz not null, opened_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index welcome_family_link_key on welcome_family_link (tenant_id, student_id);
create unique index welcome_family_link_token_key on welcome_family_link (tenant_id, token_hash);
create index welcome_family_link_batch_id on welcome_family_link (tenant_id, batch_id);
