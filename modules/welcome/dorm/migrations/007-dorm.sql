-- How the choice of beds belongs to a batch of enrolment.
create table claim_link (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, round_ids jsonb not null, conditions jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id) on delete cascade
);
create unique index claim_link_key on claim_link (tenant_id, batch_id);
create index claim_link_created on claim_link (tenant_id, created_at desc, id);
