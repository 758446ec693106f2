-- What follows when a balance crosses a value, and who has crossed.
create table ts_threshold (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, comparison text not null default 'lt' check (comparison in ('lt', 'ge')), value numeric(6, 2) not null,
  action text not null check (action in ('notify', 'warnFdy', 'talkTask', 'graduationGate')), is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references ts_scheme (tenant_id, id)
);
create unique index ts_threshold_scheme_id_comparison_value_key on ts_threshold (tenant_id, scheme_id, comparison, value);
create index ts_threshold_scheme_id on ts_threshold (tenant_id, scheme_id, value, id);

create table point_warning (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, threshold_id uuid not null, student_id uuid not null, scheme_id uuid not null, period text not null,
  action text not null check (action in ('notify', 'warnFdy', 'talkTask', 'graduationGate')), comparison text not null check (comparison in ('lt', 'ge')),
  value numeric(6, 2) not null, balance numeric(8, 2) not null, crossed_on date not null, recovered_on date,
  state text not null default 'open' check (state in ('open', 'recovered')),
  talk text, talked_on date, talked_by_id uuid,
  grade int, department_id uuid, major_id uuid, class_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references point_account (tenant_id, id),
  foreign key (tenant_id, threshold_id) references ts_threshold (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, scheme_id) references ts_scheme (tenant_id, id),
  foreign key (tenant_id, talked_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index point_warning_open on point_warning (tenant_id, threshold_id, account_id) where state = 'open';
create index point_warning_threshold_id on point_warning (tenant_id, threshold_id);
create index point_warning_account_id on point_warning (tenant_id, account_id);
create index point_warning_student_id on point_warning (tenant_id, student_id, crossed_on desc);
create index point_warning_scheme_id on point_warning (tenant_id, scheme_id, crossed_on desc);
create index point_warning_crossed_on on point_warning (tenant_id, crossed_on desc, id);
create index point_warning_talked_by_id on point_warning (tenant_id, talked_by_id);
create index point_warning_department_id on point_warning (tenant_id, department_id);
create index point_warning_major_id on point_warning (tenant_id, major_id);
create index point_warning_class_id on point_warning (tenant_id, class_id, crossed_on desc);
