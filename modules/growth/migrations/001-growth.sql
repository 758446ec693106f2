-- The ledger of hours and points earned outside lessons. Entries are inserted only; what counts after caps is computed anew.
create table growth_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  entry_no text not null, student_id uuid not null, category text not null, title text not null,
  hours numeric(5, 1) not null default 0, points numeric(6, 2) not null default 0, labour_hours numeric(5, 1) not null default 0,
  counted_hours numeric(5, 1) not null default 0, counted_points numeric(6, 2) not null default 0, cap_note text check (cap_note in ('day', 'term', 'both')),
  biz_date date not null, xn text not null, xq_m text not null check (xq_m in ('1', '2', '3')),
  source_type text not null, source_id text not null, source_seq int not null default 1, reverses_id uuid, reason text, maker_id uuid, confirmer_id uuid,
  grade int, department_id uuid, class_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, reverses_id) references growth_entry (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  constraint growth_entry_reason check (reason is not null or (reverses_id is null and source_type <> 'growthManual')),
  constraint growth_entry_two_people check (source_type <> 'growthManual' or (maker_id is not null and confirmer_id is not null and maker_id <> confirmer_id)),
  constraint growth_entry_amounts check (reverses_id is not null or (hours >= 0 and points >= 0 and labour_hours >= 0 and hours + points + labour_hours > 0))
);
create sequence growth_entry_seq;
create unique index growth_entry_source_key on growth_entry (tenant_id, source_type, source_id, source_seq);
create unique index growth_entry_reverses_id_key on growth_entry (tenant_id, reverses_id);
create unique index growth_entry_entry_no_key on growth_entry (tenant_id, entry_no);
create index growth_entry_student_id on growth_entry (tenant_id, student_id, xn, xq_m);
create index growth_entry_biz_date on growth_entry (tenant_id, biz_date desc, id);
create index growth_entry_category on growth_entry (tenant_id, category, biz_date desc);
create index growth_entry_department_id on growth_entry (tenant_id, department_id, biz_date desc);
create index growth_entry_class_id on growth_entry (tenant_id, class_id);

create table growth_cap (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  span text not null check (span in ('day', 'term')), category text, from_on date not null, hours numeric(6, 1), points numeric(7, 2),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint growth_cap_category check ((span = 'term') = (category is not null))
);
create unique index growth_cap_key on growth_cap (tenant_id, span, category, from_on) nulls not distinct;

-- Entries made by hand, until somebody else has checked them.
create table growth_manual (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, category text not null, title text not null, biz_date date not null,
  hours numeric(5, 1), points numeric(6, 2), labour_hours numeric(5, 1), reason text not null,
  state text not null default 'pending' check (state in ('pending', 'returned', 'posted')), maker_id uuid, checker_id uuid, remark text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint growth_manual_two_people check (checker_id is null or checker_id <> maker_id)
);
create unique index growth_manual_key on growth_manual (tenant_id, student_id, category, biz_date, title);
create index growth_manual_biz_date on growth_manual (tenant_id, biz_date desc, id);
create index growth_manual_state on growth_manual (tenant_id, state, biz_date desc);
