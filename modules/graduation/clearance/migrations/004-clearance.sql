-- The leaving list: one row for each student and item; without a batch for who leaves early.
create table graduation_clearance (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, batch_id uuid, item_id uuid not null, required boolean not null default false,
  state text not null default 'open' check (state in ('open', 'done', 'waived')), done_at timestamptz, by_id uuid, reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, batch_id) references graduation_batch (tenant_id, id),
  foreign key (tenant_id, item_id) references graduation_item (tenant_id, id),
  constraint graduation_clearance_done check ((state = 'open') = (done_at is null)),
  constraint graduation_clearance_waived check (state <> 'waived' or reason is not null)
);
create unique index graduation_clearance_key on graduation_clearance (tenant_id, student_id, batch_id, item_id) nulls not distinct;
create index graduation_clearance_item on graduation_clearance (tenant_id, item_id, state, student_id);
create index graduation_clearance_batch_id on graduation_clearance (tenant_id, batch_id, state);
create index graduation_clearance_state on graduation_clearance (tenant_id, state, id);
create index graduation_clearance_created on graduation_clearance (tenant_id, created_at desc, id);
create index graduation_clearance_done_at on graduation_clearance (tenant_id, done_at desc, id);
