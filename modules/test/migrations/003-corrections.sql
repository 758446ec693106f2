-- What was found wrong with questions of a test, and how they are marked instead.
create table test_correction (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  schedule_id uuid not null, question_id uuid not null, way text not null check (way in ('key', 'full', 'drop')), answer text, reason text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references test_schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, question_id) references test_question (tenant_id, id)
);
create unique index test_correction_schedule_id_question_id_key on test_correction (tenant_id, schedule_id, question_id);
create index test_correction_question_id on test_correction (tenant_id, question_id);
-- How a question did in the tests it was drawn for.
alter table test_question add column used_count int not null default 0, add column p numeric(4, 3), add column d numeric(4, 3);
