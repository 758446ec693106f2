-- Wages of a unit and month.
create table wage_sheet (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, unit_id uuid not null, month text not null, fund_id uuid, people int not null default 0, hours numeric(8, 1) not null default 0, base bigint not null default 0, bonus bigint not null default 0,
  deduction bigint not null default 0, tax bigint not null default 0, net bigint not null default 0, state text not null default 'draft', maker_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id)
);
create unique index wage_sheet_unit_id_month_key on wage_sheet (tenant_id, unit_id, month);
create index wage_sheet_month_title on wage_sheet (tenant_id, month desc, title);
create index wage_sheet_net on wage_sheet (tenant_id, net, id);
create index wage_sheet_state_month on wage_sheet (tenant_id, state, month desc);
create index wage_sheet_fund_id on wage_sheet (tenant_id, fund_id);
-- The wage sheet that counts it.
alter table hour_entry add column sheet_id uuid, add foreign key (tenant_id, sheet_id) references wage_sheet (tenant_id, id);
create index hour_entry_sheet_id on hour_entry (tenant_id, sheet_id);

create table wage_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  sheet_id uuid, unit_id uuid not null, engagement_id uuid not null, student_id uuid not null, month text not null, kind text not null check (kind in ('hours', 'difference')), hours numeric(6, 1) not null default 0,
  pay_mode text not null, rate bigint not null, base bigint not null default 0, bonus bigint not null default 0, bonus_reason text, deduction bigint not null default 0, deduction_reason text, tax bigint not null default 0,
  net bigint not null default 0, corrects_id uuid, reason text, paid_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, sheet_id) references wage_sheet (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id),
  foreign key (tenant_id, engagement_id) references engagement (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, corrects_id) references wage_line (tenant_id, id),
  constraint wage_line_reasons check ((bonus = 0 or bonus_reason is not null) and (deduction = 0 or deduction_reason is not null)),
  constraint wage_line_net check (net = base + bonus - deduction - tax and (net >= 0 or kind = 'difference'))
);
-- An engagement's month is on a sheet once.
create unique index wage_line_one on wage_line (tenant_id, sheet_id, engagement_id, month) where kind = 'hours';
create index wage_line_month_student_id on wage_line (tenant_id, month desc, student_id);
create index wage_line_student_id on wage_line (tenant_id, student_id);
create index wage_line_unit_id on wage_line (tenant_id, unit_id);
create index wage_line_engagement_id on wage_line (tenant_id, engagement_id);
create index wage_line_sheet_id_student_id on wage_line (tenant_id, sheet_id, student_id);
create index wage_line_corrects_id on wage_line (tenant_id, corrects_id);
