create sequence aid_recognition_no_seq;
create table index_model (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, edition int not null default 1, items jsonb not null, thresholds jsonb not null, floors jsonb not null,
  index_weight int not null default 70, review_weight int not null default 30, is_frozen boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint index_model_shares check (index_weight + review_weight = 100)
);
create unique index index_model_name_edition_key on index_model (tenant_id, name, edition);

create table aid_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  at_end text not null default 'stay' check (at_end in ('stay', 'refuse')), notice_level text, notice_columns jsonb, conditions jsonb,
  model_id uuid not null, levels jsonb not null, level_amounts jsonb, budget bigint, check_share int not null default 5 check (check_share between 0 and 100),
  notice_shows text not null default 'names' check (notice_shows in ('names', 'count')), is_blind boolean not null default true,
  stage text not null default 'applying' check (stage in ('applying', 'scoring', 'publicised', 'effective')),
  thresholds jsonb, confirmed_at timestamptz, confirmed_by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, model_id) references index_model (tenant_id, id),
  foreign key (tenant_id, confirmed_by_id) references sys_user (tenant_id, id),
  constraint aid_batch_window check (end_time > begin_time)
);
create index aid_batch_begin_time on aid_batch (tenant_id, begin_time desc, id);
create index aid_batch_end_time on aid_batch (tenant_id, end_time desc, id);
create index aid_batch_name on aid_batch (tenant_id, name, id);
create index aid_batch_owner on aid_batch (tenant_id, owner_department_id, begin_time desc);
create index aid_batch_model_id on aid_batch (tenant_id, model_id);

create table aid_survey (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, home_canton text, home_address text, parent_phone text, members jsonb, household_size int, studying_count int, support_count int,
  annual_income bigint, income_note text, income_per_head bigint, housing text, assets jsonb, loan_this_year boolean,
  special_groups jsonb, disaster text, illness text, unemployment text, debt text, answers jsonb, proofs jsonb, submitted_at timestamptz, saved_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index aid_survey_student_id_key on aid_survey (tenant_id, student_id);

create table aid_recognition (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  recognition_no text not null, batch_id uuid not null, student_id uuid not null, department_id uuid, class_id uuid, promise text not null,
  survey_snapshot jsonb, source text not null default 'apply' check (source in ('apply', 'list', 'adjust')),
  index_score numeric(5, 2), score_detail jsonb, review_score numeric(5, 2), final_score numeric(5, 2), earlier jsonb, groups jsonb, accepted_groups jsonb, is_floor boolean not null default false,
  suggested_level text, proposed_level text, is_proposed boolean not null default false, adjust_reason text, proposed_by_id uuid, jump_confirmed_by_id uuid, level text,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled', 'publicised', 'effective', 'adjusted', 'ended')),
  decided_at timestamptz, is_below boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references aid_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, proposed_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, jump_confirmed_by_id) references sys_user (tenant_id, id)
);
create unique index aid_recognition_recognition_no_key on aid_recognition (tenant_id, recognition_no);
-- One application of a student in a batch, however many are sent at once; who withdrew may apply again.
create unique index aid_recognition_batch_id_student_id_key on aid_recognition (tenant_id, batch_id, student_id) where state <> 'withdrawn';
create index aid_recognition_created on aid_recognition (tenant_id, created_at desc, id);
create index aid_recognition_index_score on aid_recognition (tenant_id, index_score, id);
create index aid_recognition_review_score on aid_recognition (tenant_id, review_score, id);
create index aid_recognition_final_score on aid_recognition (tenant_id, final_score, id);
create index aid_recognition_student_id on aid_recognition (tenant_id, student_id, created_at desc);
create index aid_recognition_department_id on aid_recognition (tenant_id, department_id, created_at desc);
create index aid_recognition_class_id on aid_recognition (tenant_id, class_id, created_at desc);
create index aid_recognition_batch on aid_recognition (tenant_id, batch_id, state);
create index aid_recognition_state on aid_recognition (tenant_id, state, created_at desc);

create table special_list (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, id_no text not null, id_no_hash text not null, "group" text not null, source text not null, month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'), student_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index special_list_id_no_group_key on special_list (tenant_id, id_no_hash, "group");
create index special_list_month on special_list (tenant_id, month desc, created_at desc, id);
create index special_list_student_id on special_list (tenant_id, student_id);
