-- Photos of students with all their versions, batches of them, and the codes for graduation photos.
create table photo_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, kind text not null check (kind in ('admission', 'enrolment', 'graduation')), source text not null check (source in ('province', 'school', 'self', 'agency')),
  match_by text not null check (match_by in ('any', 'studentNo', 'idNo', 'ksh', 'code')), expected int not null check (expected > 0),
  state text not null default 'uploading' check (state in ('uploading', 'processing', 'done')),
  matched int not null default 0, unmatched int not null default 0, duplicate int not null default 0, bad_format int not null default 0, locked int not null default 0,
  waiting int not null default 0 check (waiting >= 0), owner_id uuid not null, department_id uuid, ended_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create index photo_batch_created_at on photo_batch (tenant_id, created_at desc, id);
create index photo_batch_owner_id on photo_batch (tenant_id, owner_id);
create index photo_batch_department_id on photo_batch (tenant_id, department_id);

create table student_photo (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  person_id uuid not null, student_id uuid not null, kind text not null check (kind in ('admission', 'enrolment', 'graduation')),
  file_id jsonb not null, width int not null, height int not null, bytes int not null, source text not null check (source in ('province', 'school', 'self', 'agency')),
  state text not null check (state in ('pending', 'accepted', 'refused', 'locked')), is_current boolean not null default false, refuse_reason text,
  is_unchecked boolean not null default false, batch_id uuid, decided_by_id uuid, decided_at timestamptz, sha256 text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, batch_id) references photo_batch (tenant_id, id),
  constraint student_photo_current check (not is_current or state in ('accepted', 'locked'))
);
-- One photo of a kind in use, and one that waits for a decision.
create unique index student_photo_current_key on student_photo (tenant_id, student_id, kind) where is_current;
create unique index student_photo_pending_key on student_photo (tenant_id, student_id, kind) where state = 'pending';
create index student_photo_student_id on student_photo (tenant_id, student_id, created_at desc);
create index student_photo_person_id on student_photo (tenant_id, person_id);
create index student_photo_batch_id on student_photo (tenant_id, batch_id);
create index student_photo_decided_by_id on student_photo (tenant_id, decided_by_id);
create index student_photo_sha256 on student_photo (tenant_id, sha256);
create index student_photo_created_at on student_photo (tenant_id, created_at desc, id);
create index student_photo_state on student_photo (tenant_id, state, created_at desc);

create table photo_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, name text not null, result text not null check (result in ('matched', 'unmatched', 'duplicate', 'badFormat', 'locked')),
  fault text, detail text, student_id uuid, photo_id uuid, owner_id uuid not null, department_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references photo_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, photo_id) references student_photo (tenant_id, id),
  check ((result = 'matched') = (fault is null)),
  check (result <> 'matched' or photo_id is not null)
);
create unique index photo_line_name_key on photo_line (tenant_id, batch_id, name);
-- A student has one photo of a batch, whatever the files are called.
create unique index photo_line_student_key on photo_line (tenant_id, batch_id, student_id) where result = 'matched';
create index photo_line_created_at on photo_line (tenant_id, created_at desc, id);
create index photo_line_batch_id on photo_line (tenant_id, batch_id, created_at desc);
create index photo_line_student_id on photo_line (tenant_id, student_id);
create index photo_line_photo_id on photo_line (tenant_id, photo_id);
create index photo_line_owner_id on photo_line (tenant_id, owner_id);
create index photo_line_department_id on photo_line (tenant_id, department_id);

create table collection_code (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, code text, state text not null default 'downloaded' check (state in ('downloaded', 'taken', 'arrived', 'confirmed')), taken_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index collection_code_student_id_key on collection_code (tenant_id, student_id);
create unique index collection_code_code_key on collection_code (tenant_id, code);
create index collection_code_created_at on collection_code (tenant_id, created_at desc, id);
create index collection_code_state on collection_code (tenant_id, state, created_at desc);
