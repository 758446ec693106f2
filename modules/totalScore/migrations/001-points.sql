-- Schemes of points, who records them, and the ledger of what students have.
create table ts_scheme (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, kind text not null check (kind in ('conduct', 'credit')), grade_from int, grade_to int, department_ids jsonb, period text not null check (period in ('term', 'year', 'study')),
  base_score numeric(6, 2) not null default 100, min_score numeric(6, 2), max_score numeric(6, 2), points_per_credit numeric(6, 2) check (points_per_credit > 0),
  state text not null default 'draft' check (state in ('draft', 'active', 'ended')), closed_period text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint ts_scheme_range check (min_score <= base_score and base_score <= max_score),
  constraint ts_scheme_credit check (kind <> 'credit' or (points_per_credit is not null and period = 'study'))
);
create unique index ts_scheme_name_key on ts_scheme (tenant_id, name);

create table ts_category (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, name text not null, growth_category text, required_min numeric(6, 2) check (required_min >= 0), cap numeric(6, 2) check (cap >= 0), position int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references ts_scheme (tenant_id, id)
);
create unique index ts_category_scheme_id_name_key on ts_category (tenant_id, scheme_id, name);
create index ts_category_position on ts_category (tenant_id, position, name, id);

create table ts_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, category_id uuid not null, code text not null, name text not null, direction text not null check (direction in ('add', 'deduct')),
  points_min numeric(6, 2) not null check (points_min >= 0), points_max numeric(6, 2) not null,
  unit text not null default 'once' check (unit in ('once', 'time', 'hour')), cap_per_period numeric(6, 2) check (cap_per_period >= 0), cap_total numeric(6, 2) check (cap_total >= 0),
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references ts_scheme (tenant_id, id),
  foreign key (tenant_id, category_id) references ts_category (tenant_id, id),
  constraint ts_item_range check (points_min <= points_max)
);
create unique index ts_item_scheme_id_code_key on ts_item (tenant_id, scheme_id, code);
create index ts_item_category_id on ts_item (tenant_id, category_id);
create index ts_item_code on ts_item (tenant_id, code, id);

create table ts_recorder (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, item_ids jsonb not null, class_ids jsonb, building_ids jsonb, "from" date not null, "to" date not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  constraint ts_recorder_span check ("from" <= "to")
);
create index ts_recorder_user_id on ts_recorder (tenant_id, user_id);
create index ts_recorder_from on ts_recorder (tenant_id, "from" desc, id);

create table point_account (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, scheme_id uuid not null, period text not null, points int not null default 0, over int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, scheme_id) references ts_scheme (tenant_id, id)
);
create unique index point_account_scheme_id_student_id_period_key on point_account (tenant_id, scheme_id, student_id, period);
create index point_account_student_id on point_account (tenant_id, student_id);
create index point_account_period on point_account (tenant_id, period desc, id);
create index point_account_points on point_account (tenant_id, points, id);

create table point_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, kind text not null check (kind in ('counted', 'over')), amount int not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid,
  student_id uuid not null, scheme_id uuid not null, item_id uuid not null, occurred_on date not null, is_shifted boolean not null default false, recorder_id uuid,
  grade int, department_id uuid, major_id uuid, class_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references point_account (tenant_id, id),
  foreign key (tenant_id, reverses_id) references point_entry (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, scheme_id) references ts_scheme (tenant_id, id),
  foreign key (tenant_id, item_id) references ts_item (tenant_id, id),
  foreign key (tenant_id, recorder_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index point_entry_source_key on point_entry (tenant_id, source_type, source_id, source_seq, kind);
create unique index point_entry_reverses_id_key on point_entry (tenant_id, reverses_id);
create index point_entry_account_id on point_entry (tenant_id, account_id);
create index point_entry_student_id on point_entry (tenant_id, student_id, item_id, occurred_on desc);
create index point_entry_occurred_on on point_entry (tenant_id, occurred_on desc, id);
create index point_entry_scheme_id on point_entry (tenant_id, scheme_id, occurred_on desc);
create index point_entry_item_id on point_entry (tenant_id, item_id, occurred_on desc);
create index point_entry_recorder_id on point_entry (tenant_id, recorder_id);
create index point_entry_department_id on point_entry (tenant_id, department_id);
create index point_entry_major_id on point_entry (tenant_id, major_id);
create index point_entry_class_id on point_entry (tenant_id, class_id, occurred_on desc);
