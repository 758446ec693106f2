create table review_group (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, class_id uuid not null, department_id uuid, members jsonb, seed text, willing int, shown_from date, votes_from date,
  is_tight text not null default 'no' check (is_tight in ('no', 'yes')), state text not null default 'drawn' check (state in ('drawn', 'closed', 'skipped')), reason text, closed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references aid_batch (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  constraint review_group_closed check ((state = 'closed') = (closed_at is not null)), constraint review_group_reason check ((state = 'skipped') = (reason is not null))
);
create unique index review_group_batch_id_class_id_key on review_group (tenant_id, batch_id, class_id);
create index review_group_created on review_group (tenant_id, created_at desc, id);
create index review_group_class_id on review_group (tenant_id, class_id);
create index review_group_department_id on review_group (tenant_id, department_id);

create table review_volunteer (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references aid_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index review_volunteer_batch_id_student_id_key on review_volunteer (tenant_id, batch_id, student_id);
create index review_volunteer_student_id on review_volunteer (tenant_id, student_id);

create table review_vote (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  member_id uuid not null, recognition_id uuid not null, points int not null check (points between -10 and 10), note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references student (tenant_id, id),
  foreign key (tenant_id, recognition_id) references aid_recognition (tenant_id, id)
);
-- One vote of a member on a case, however often it is sent.
create unique index review_vote_member_id_recognition_id_key on review_vote (tenant_id, member_id, recognition_id);
create index review_vote_recognition_id on review_vote (tenant_id, recognition_id);
