create table cqa_scheme (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  notice_level text, notice_columns jsonb,
  snapshot_on date not null, evidence_from date not null, evidence_to date not null,
  self_until timestamptz not null, group_until timestamptz not null, fdy_until timestamptz not null,
  rank_scopes jsonb not null, tie_breakers jsonb, tie_style text not null default 'competition' check (tie_style in ('competition', 'dense')),
  fdy_delta numeric(4, 2) not null default 1 check (fdy_delta >= 0), grade_terms jsonb,
  grade_courses text not null default 'all' check (grade_courses in ('all', 'required')), grade_retakes text not null default 'none' check (grade_retakes in ('none', 'better')),
  calculated_at timestamptz, calculating_since timestamptz, version_no int not null default 1, stage text not null default 'scoring' check (stage in ('scoring', 'publicised', 'locked')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  -- Each stage begins where the one before it ends.
  constraint cqa_scheme_windows check (begin_time < self_until and self_until < group_until and group_until < fdy_until and fdy_until < end_time),
  constraint cqa_scheme_evidence check (evidence_from <= evidence_to)
);
create index cqa_scheme_begin_time on cqa_scheme (tenant_id, begin_time desc, id);
create index cqa_scheme_end_time on cqa_scheme (tenant_id, end_time desc, id);
create index cqa_scheme_name on cqa_scheme (tenant_id, name, id);
create index cqa_scheme_owner on cqa_scheme (tenant_id, owner_department_id, begin_time desc);

create table cqa_index (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, parent_id uuid, code text not null, name text not null,
  kind text not null check (kind in ('group', 'auto', 'deduct', 'grades', 'scored', 'imported', 'formula')), combine text check (combine in ('sum', 'weighted', 'max')),
  weight numeric(5, 2) check (weight between 0 and 100), base_score numeric(8, 2), min_score numeric(8, 2), max_score numeric(8, 2) not null,
  scorer text check (scorer in ('self', 'group', 'fdy', 'bzr', 'college')), needs_proof boolean not null default false, formula text, explanation text, position int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references cqa_scheme (tenant_id, id),
  foreign key (tenant_id, parent_id) references cqa_index (tenant_id, id),
  constraint cqa_index_combine check ((kind = 'group') = (combine is not null)), constraint cqa_index_formula check ((kind = 'formula') = (formula is not null)),
  constraint cqa_index_scorer check ((kind = 'scored') = (scorer is not null)), constraint cqa_index_range check (min_score is null or min_score <= max_score)
);
create unique index cqa_index_key on cqa_index (tenant_id, scheme_id, code);
create index cqa_index_position on cqa_index (tenant_id, scheme_id, position, code);
create index cqa_index_parent on cqa_index (tenant_id, parent_id);

create table cqa_point_rule (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  index_id uuid not null, evidence_kind text not null, level text, place text, team_role text check (team_role in ('individual', 'lead', 'member')), title_has text,
  points numeric(6, 2) not null check (points >= 0), per_unit boolean not null default false, cap_per_student numeric(6, 2),
  team_split text not null default 'full' check (team_split in ('full', 'equal', 'byRole')), same_achievement text not null default 'highest' check (same_achievement in ('highest', 'sum')),
  dimension_cap numeric(6, 2),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, index_id) references cqa_index (tenant_id, id)
);
-- One rule for each kind of entry, an unnamed level being a value like others.
create unique index cqa_point_rule_key on cqa_point_rule (tenant_id, index_id, evidence_kind, level, place, team_role, title_has) nulls not distinct;
