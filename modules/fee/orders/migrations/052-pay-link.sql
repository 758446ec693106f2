-- Lets somebody without an account pay one bill, for a day. Only the hash of the key is kept.
create table pay_link (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, key_hash text not null, line_ids jsonb not null, expire_at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index pay_link_key_hash_key on pay_link (tenant_id, key_hash);
create index pay_link_student_id on pay_link (tenant_id, student_id);
-- Its payer has no account to return to.
alter table pay_order add column by_link boolean not null default false;
