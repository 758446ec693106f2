-- Where graduates go, and the letters that carry their files there.
create table graduate_destination (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, major_id uuid, class_id uuid,
  grad_year int not null, kind text not null, unit_name text, unit_credit_code text, industry_code text, canton_code text,
  archive_recipient text not null, archive_address text not null, contact text not null, files jsonb,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')), as_of date not null, is_current boolean not null default false, verified_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, canton_code) references canton (tenant_id, code),
  foreign key (tenant_id, verified_by) references sys_user (tenant_id, id),
  constraint graduate_destination_current check (not is_current or state = 'approved')
);
-- One version is looked at, and one counts.
create unique index graduate_destination_open on graduate_destination (tenant_id, student_id) where state in ('pending', 'returned');
create unique index graduate_destination_one_current on graduate_destination (tenant_id, student_id) where is_current;
create index graduate_destination_as_of on graduate_destination (tenant_id, as_of desc, created_at desc);
create index graduate_destination_student on graduate_destination (tenant_id, student_id, as_of desc);
create index graduate_destination_year on graduate_destination (tenant_id, grad_year, kind);
create index graduate_destination_kind on graduate_destination (tenant_id, kind) where is_current;
create index graduate_destination_state on graduate_destination (tenant_id, state, as_of desc);
create index graduate_destination_department on graduate_destination (tenant_id, department_id);
create index graduate_destination_major on graduate_destination (tenant_id, major_id);
create index graduate_destination_class on graduate_destination (tenant_id, class_id);
create index graduate_destination_canton on graduate_destination (tenant_id, canton_code);
create index graduate_destination_verified_by on graduate_destination (tenant_id, verified_by);

create table archive_dispatch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  letter_no text not null, batch_no text not null, carrier text not null check (carrier in ('confidentialPost', 'ems', 'specialPerson')), tracking_no text,
  recipient_unit text not null, address text not null, contact text, waiver text,
  state text not null default 'packing' check (state in ('packing', 'sent', 'delivered', 'returned', 'void')),
  sent_on timestamptz, sent_by uuid, receipt_on date, receipt_files jsonb, reason text, told text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, sent_by) references sys_user (tenant_id, id),
  constraint archive_dispatch_sent check (state in ('packing', 'void') or sent_on is not null),
  constraint archive_dispatch_tracked check (state in ('packing', 'void') or carrier = 'specialPerson' or tracking_no is not null),
  constraint archive_dispatch_delivered check (state <> 'delivered' or receipt_on is not null)
);
create unique index archive_dispatch_letter_no on archive_dispatch (tenant_id, letter_no);
create unique index archive_dispatch_tracking_no on archive_dispatch (tenant_id, tracking_no) where tracking_no is not null;
create index archive_dispatch_batch on archive_dispatch (tenant_id, batch_no, letter_no);
create index archive_dispatch_state on archive_dispatch (tenant_id, state, letter_no);
create index archive_dispatch_sent_on on archive_dispatch (tenant_id, sent_on, id);
create index archive_dispatch_receipt_on on archive_dispatch (tenant_id, receipt_on, id);
create index archive_dispatch_sent_by on archive_dispatch (tenant_id, sent_by);
create index archive_dispatch_waiting on archive_dispatch (tenant_id, sent_on) where state = 'sent';

alter table archive_file add goes_home boolean not null default false, add dispatch_id uuid, add packed_at timestamptz, add packed_by uuid,
  add foreign key (tenant_id, dispatch_id) references archive_dispatch (tenant_id, id),
  add foreign key (tenant_id, packed_by) references sys_user (tenant_id, id);
create index archive_file_dispatch on archive_file (tenant_id, dispatch_id, archive_no);
create index archive_file_packed_by on archive_file (tenant_id, packed_by);
alter table archive_move add dispatch_id uuid, add foreign key (tenant_id, dispatch_id) references archive_dispatch (tenant_id, id);
create index archive_move_dispatch on archive_move (tenant_id, dispatch_id);
