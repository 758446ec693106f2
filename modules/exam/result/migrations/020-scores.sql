-- Scores, lines, and what subjects count for.
alter table exam_batch add column scores_at timestamptz;
alter table exam_application add column total numeric(7,2), add column rank int;
alter table exam_application drop constraint exam_application_state_check;
alter table exam_application add constraint exam_application_state_check
  check (state in ('draft', 'pending', 'returned', 'rejected', 'approved', 'paid', 'seated', 'scored', 'lapsed'));
create index exam_application_total on exam_application (tenant_id, total desc, id);

create table exam_formula (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, subject text not null, "full" numeric(5,1) not null check ("full" > 0), weight int not null default 100 check (weight > 0), tie_order int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id) on delete cascade
);
create unique index exam_formula_key on exam_formula (tenant_id, batch_id, subject);
create unique index exam_formula_tie on exam_formula (tenant_id, batch_id, tie_order);

create table exam_score (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, application_id uuid not null, ksh text not null, name text not null, subject text not null,
  value numeric(5,1) check (value >= 0), flag text check (flag in ('normal', 'absent', 'violation', 'exempt')), is_differing boolean not null default false,
  first_by uuid, second_by uuid, entry1 numeric(5,1), flag1 text, entry2 numeric(5,1), flag2 text, void_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, application_id) references exam_application (tenant_id, id),
  foreign key (tenant_id, first_by) references sys_user (tenant_id, id),
  foreign key (tenant_id, second_by) references sys_user (tenant_id, id),
  -- Whoever is absent has no mark, not even zero; nobody enters twice (30-ES1).
  check ((flag is not distinct from 'normal') = (value is not null)),
  check (first_by is null or second_by is null or first_by <> second_by)
);
create unique index exam_score_key on exam_score (tenant_id, application_id, subject);
create index exam_score_order on exam_score (tenant_id, ksh, subject, id);
create index exam_score_batch on exam_score (tenant_id, batch_id, subject, value desc, id);
create index exam_score_name on exam_score (tenant_id, name, id);
create index exam_score_subject on exam_score (tenant_id, subject, id);
create index exam_score_value on exam_score (tenant_id, value desc, id);
create index exam_score_first_by on exam_score (tenant_id, first_by);
create index exam_score_second_by on exam_score (tenant_id, second_by);

create table exam_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, category text not null, plan_id uuid, subject text, is_province boolean not null default false, min numeric(6,1) not null check (min >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, plan_id) references exam_plan (tenant_id, id) on delete cascade
);
create unique index exam_line_key on exam_line (tenant_id, batch_id, category, plan_id, subject, is_province) nulls not distinct;
create index exam_line_plan_id on exam_line (tenant_id, plan_id);
create index exam_line_min on exam_line (tenant_id, min desc, id);
