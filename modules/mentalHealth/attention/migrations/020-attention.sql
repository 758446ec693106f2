-- Students who need attention, who looks after them, and what came of it. Words are encrypted by the application.
create table attention_case (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, level text not null check (level in ('1', '2', '3', '4')), kinds jsonb, sources jsonb,
  watch_for text, watch_for_hash text, agreed_actions text, agreed_actions_hash text, action_card text, action_card_hash text,
  assessment text, assessment_hash text, hospital_records text, hospital_records_hash text,
  owner_id uuid, backup_id uuid, confirmed_by_fdy_id uuid, confirmed_by_college_id uuid, opened_at timestamptz, next_follow_up_on date,
  state text not null default 'proposed' check (state in ('proposed', 'open', 'closed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, backup_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, confirmed_by_fdy_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, confirmed_by_college_id) references sys_user (tenant_id, id),
  constraint attention_case_two_people check (owner_id is null or owner_id <> backup_id),
  constraint attention_case_opened check (state <> 'open' or (opened_at is not null and owner_id is not null and backup_id is not null))
);
-- One open case a student.
create unique index attention_case_open on attention_case (tenant_id, student_id) where state <> 'closed';
create index attention_case_student_id on attention_case (tenant_id, student_id);
create index attention_case_owner_id on attention_case (tenant_id, owner_id);
create index attention_case_backup_id on attention_case (tenant_id, backup_id);
create index attention_case_confirmed_by_fdy_id on attention_case (tenant_id, confirmed_by_fdy_id);
create index attention_case_confirmed_by_college_id on attention_case (tenant_id, confirmed_by_college_id);

create table attention_member (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_id uuid not null, user_id uuid not null, layer text not null check (layer in ('ml0', 'ml2')), "from" date not null, "to" date not null check ("to" >= "from"),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id)
);
create unique index attention_member_case_id_user_id_layer_key on attention_member (tenant_id, case_id, user_id, layer);
create index attention_member_case_id on attention_member (tenant_id, case_id);
create index attention_member_user_id on attention_member (tenant_id, user_id);

create table attention_follow_up (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_id uuid not null, at timestamptz not null, by_id uuid not null, way text not null check (way in ('face', 'phone', 'visit', 'family', 'online', 'other')),
  layer text not null check (layer in ('ml1', 'ml2')), content text not null, content_hash text not null, next_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
create index attention_follow_up_case_id on attention_follow_up (tenant_id, case_id, at desc);
create index attention_follow_up_by_id on attention_follow_up (tenant_id, by_id);
