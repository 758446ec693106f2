-- Optional items that students take or leave: a round, and what each student said.
create table optional_offer (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  item_id uuid not null, due_date date not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, item_id) references charge_item (tenant_id, id),
  check (end_time > begin_time)
);
create index optional_offer_begin_time on optional_offer (tenant_id, begin_time desc, id);
create index optional_offer_end_time on optional_offer (tenant_id, end_time desc, id);
create index optional_offer_name on optional_offer (tenant_id, name, id);
create index optional_offer_due_date on optional_offer (tenant_id, due_date desc, id);
create index optional_offer_item_id on optional_offer (tenant_id, item_id);

create table optional_choice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  offer_id uuid not null, student_id uuid not null, department_id uuid, class_id uuid,
  wish text not null check (wish in ('yes', 'no')), amount bigint, chosen_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id) references optional_offer (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  check ((amount is not null) = (wish = 'yes'))
);
create unique index optional_choice_offer_id_student_id_key on optional_choice (tenant_id, offer_id, student_id);
create index optional_choice_student_id on optional_choice (tenant_id, student_id, offer_id);
create index optional_choice_chosen_at on optional_choice (tenant_id, chosen_at desc, id);
create index optional_choice_wish on optional_choice (tenant_id, offer_id, wish, chosen_at desc);
create index optional_choice_department_id on optional_choice (tenant_id, department_id, chosen_at desc);
create index optional_choice_class_id on optional_choice (tenant_id, class_id, chosen_at desc);
