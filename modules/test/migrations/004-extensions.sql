-- More time for everybody who was sitting, as it was given one after the other; and the reason of the last, which the candidate reads beside the time left.
create table test_extension (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  schedule_id uuid not null, no int not null check (no > 0), minutes int not null check (minutes > 0), reason text not null, people int not null, at timestamptz not null,
  by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references test_schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
-- Of two invigilators who answer the same outage one is first.
create unique index test_extension_schedule_id_no_key on test_extension (tenant_id, schedule_id, no);
create index test_extension_by_id on test_extension (tenant_id, by_id);
alter table test_attempt add extend_reason text;
