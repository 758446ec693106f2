-- Pictures of activities, and the requests of students that one of them be removed.
create table activity_photo (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  activity_id uuid not null, file jsonb not null default '[]',
  state text not null default 'shown' check (state in ('shown', 'hidden', 'removed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references activity (tenant_id, id)
);
create index activity_photo_activity_id on activity_photo (tenant_id, activity_id, id);
create table activity_photo_request (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  activity_id uuid not null, photo_id uuid not null, student_id uuid not null, reason text not null,
  state text not null default 'open' check (state in ('open', 'granted', 'refused')),
  due_at timestamptz not null, reply text, answered_by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references activity (tenant_id, id),
  foreign key (tenant_id, photo_id) references activity_photo (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, answered_by_id) references sys_user (tenant_id, id)
);
-- A student asks about a picture once; while one waits for an answer the picture is hidden, so that nobody else asks.
create unique index activity_photo_request_photo_id_student_id_key on activity_photo_request (tenant_id, photo_id, student_id);
create unique index activity_photo_request_open on activity_photo_request (tenant_id, photo_id) where state = 'open';
create index activity_photo_request_due_at on activity_photo_request (tenant_id, due_at) where state = 'open';
create index activity_photo_request_activity_id on activity_photo_request (tenant_id, activity_id);
create index activity_photo_request_student_id on activity_photo_request (tenant_id, student_id);
create index activity_photo_request_answered_by_id on activity_photo_request (tenant_id, answered_by_id);
