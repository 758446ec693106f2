-- Applicants doubt a mark, once for a subject.
create table score_recheck (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, application_id uuid not null, ksh text not null, name text not null, subject text not null,
  grounds text not null check (grounds in ('sum', 'missing')), note text, before numeric(5,1) not null, found numeric(5,1), after numeric(5,1), answer text,
  first_by uuid, second_by uuid, asked_at timestamptz not null, answered_at timestamptz,
  state text not null default 'asked' check (state in ('asked', 'second', 'unchanged', 'changed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, application_id) references exam_application (tenant_id, id),
  foreign key (tenant_id, first_by) references sys_user (tenant_id, id),
  foreign key (tenant_id, second_by) references sys_user (tenant_id, id),
  -- A mark changes only to what two different people have found (30-ES2).
  check ((state = 'changed') = (after is not null)),
  check (state <> 'changed' or (first_by is not null and second_by is not null)),
  check (first_by is null or second_by is null or first_by <> second_by)
);
create unique index score_recheck_key on score_recheck (tenant_id, application_id, subject);
create index score_recheck_order on score_recheck (tenant_id, asked_at desc, id);
create index score_recheck_batch_id on score_recheck (tenant_id, batch_id, state);
create index score_recheck_ksh on score_recheck (tenant_id, ksh, id);
create index score_recheck_name on score_recheck (tenant_id, name, id);
create index score_recheck_answered_at on score_recheck (tenant_id, answered_at desc, id);
create index score_recheck_first_by on score_recheck (tenant_id, first_by);
create index score_recheck_second_by on score_recheck (tenant_id, second_by);
