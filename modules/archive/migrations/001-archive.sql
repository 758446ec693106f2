-- Paper files of students: where they are, what is in them, what is expected, and what happened to them.
create table archive_series (tenant_id uuid not null references tenant, series text not null, last int not null, primary key (tenant_id, series));

create table archive_location (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, parent_id uuid, kind text not null check (kind in ('room', 'cabinet', 'layer', 'box')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references archive_location (tenant_id, id)
);
create unique index archive_location_code on archive_location (tenant_id, code);
create index archive_location_name on archive_location (tenant_id, name, id);
create index archive_location_parent on archive_location (tenant_id, parent_id);

create table archive_requirement (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  education_level text not null, kind text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index archive_requirement_key on archive_requirement (tenant_id, education_level, kind);
create index archive_requirement_kind on archive_requirement (tenant_id, kind, id);

create table archive_file (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, archive_no text not null,
  state text not null default 'notReceived' check (state in ('notReceived', 'inStore', 'borrowed', 'sealed', 'inTransit', 'delivered', 'returnedBack', 'held', 'lost')),
  location_id uuid, holder text, holder_since timestamptz, received_on date, received_from text, receive_method text, missing_kinds jsonb, has_party_papers boolean not null default false, custodian_id uuid,
  sealed_on date, sealed_by uuid, checked_by uuid, unseal_by uuid, unseal_reason text, hold_until date, reminded_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, location_id) references archive_location (tenant_id, id),
  foreign key (tenant_id, custodian_id) references teacher (tenant_id, id),
  foreign key (tenant_id, sealed_by) references sys_user (tenant_id, id),
  foreign key (tenant_id, checked_by) references sys_user (tenant_id, id),
  foreign key (tenant_id, unseal_by) references sys_user (tenant_id, id),
  constraint archive_file_received check (state = 'notReceived' or (received_on is not null and custodian_id is not null)),
  constraint archive_file_sealed check (state not in ('sealed', 'inTransit', 'held') or (sealed_by is not null and checked_by is not null)),
  constraint archive_file_two_people check (checked_by <> sealed_by)
);
create unique index archive_file_student on archive_file (tenant_id, student_id);
create unique index archive_file_no on archive_file (tenant_id, archive_no);
create index archive_file_state on archive_file (tenant_id, state, archive_no);
create index archive_file_location on archive_file (tenant_id, location_id);
create index archive_file_custodian on archive_file (tenant_id, custodian_id);
create index archive_file_received on archive_file (tenant_id, received_on, id);
create index archive_file_holder_since on archive_file (tenant_id, holder_since, id);
create index archive_file_hold_until on archive_file (tenant_id, hold_until, id);
create index archive_file_sealed_by on archive_file (tenant_id, sealed_by);
create index archive_file_checked_by on archive_file (tenant_id, checked_by);
create index archive_file_unseal_by on archive_file (tenant_id, unseal_by);
create index archive_file_missing on archive_file (tenant_id, archive_no) where missing_kinds is not null;

create table archive_material (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  file_id uuid not null, student_id uuid not null, kind text not null, title text not null, doc_date date not null, copies int not null default 1 check (copies > 0), pages int, is_original boolean not null default true,
  source text not null default 'manual' check (source in ('auto', 'manual')), source_type text, source_id text, filed_on date, scans jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references archive_file (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- What is told twice is one paper.
create unique index archive_material_source on archive_material (tenant_id, source_type, source_id, file_id, kind) where source_id is not null;
create index archive_material_file on archive_material (tenant_id, file_id, kind);
create index archive_material_student on archive_material (tenant_id, student_id);
create index archive_material_doc_date on archive_material (tenant_id, doc_date desc, id);
create index archive_material_filed_on on archive_material (tenant_id, filed_on, id);
create index archive_material_expected on archive_material (tenant_id, doc_date desc, id) where filed_on is null;
create index archive_material_kind on archive_material (tenant_id, kind, doc_date desc);

create table archive_move (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  file_id uuid not null, student_id uuid not null,
  kind text not null check (kind in ('receive', 'file', 'borrow', 'giveBack', 'relocate', 'seal', 'unseal', 'send', 'receipt', 'returned', 'handover')),
  at timestamptz not null, from_holder text, to_holder text, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references archive_file (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index archive_move_file on archive_move (tenant_id, file_id, at desc);
create index archive_move_student on archive_move (tenant_id, student_id, at desc);
create index archive_move_at on archive_move (tenant_id, at desc, id);
create index archive_move_kind on archive_move (tenant_id, kind, at desc);
