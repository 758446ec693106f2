-- Files that are lent, and what is really on the shelves.
create table archive_borrow (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  file_id uuid not null, student_id uuid not null, applicant_id uuid not null, unit text not null, person text not null, purpose text not null, letter jsonb, on_site boolean not null default true, due_on date not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled', 'lent', 'closed')), lent_at timestamptz, returned_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references archive_file (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, applicant_id) references sys_user (tenant_id, id)
);
-- A file is with one borrower.
create unique index archive_borrow_lent on archive_borrow (tenant_id, file_id) where state = 'lent';
create index archive_borrow_file on archive_borrow (tenant_id, file_id);
create index archive_borrow_student on archive_borrow (tenant_id, student_id);
create index archive_borrow_applicant on archive_borrow (tenant_id, applicant_id, created_at desc);
create index archive_borrow_created on archive_borrow (tenant_id, created_at desc, id);
create index archive_borrow_state on archive_borrow (tenant_id, state, created_at desc);
create index archive_borrow_lent_at on archive_borrow (tenant_id, lent_at, id);

create table archive_stock (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  location_id uuid not null, state text not null default 'open' check (state in ('open', 'confirmed', 'dropped')), taken_by uuid, confirmed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, location_id) references archive_location (tenant_id, id),
  foreign key (tenant_id, taken_by) references sys_user (tenant_id, id)
);
create unique index archive_stock_open on archive_stock (tenant_id, location_id) where state = 'open';
create index archive_stock_location on archive_stock (tenant_id, location_id);
create index archive_stock_created on archive_stock (tenant_id, created_at desc, id);
create index archive_stock_state on archive_stock (tenant_id, state, created_at desc);
create index archive_stock_taken_by on archive_stock (tenant_id, taken_by);

create table archive_stock_scan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  stock_id uuid not null, code text not null, file_id uuid, result text not null check (result in ('right', 'misplaced', 'unknown')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, stock_id) references archive_stock (tenant_id, id),
  foreign key (tenant_id, file_id) references archive_file (tenant_id, id)
);
create unique index archive_stock_scan_code on archive_stock_scan (tenant_id, stock_id, code);
create index archive_stock_scan_created on archive_stock_scan (tenant_id, created_at desc, id);
create index archive_stock_scan_file on archive_stock_scan (tenant_id, file_id);
