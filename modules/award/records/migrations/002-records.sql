create table award_record (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  item_id uuid not null, student_id uuid not null, recipient text, department_id uuid, class_id uuid, room_id uuid,
  level text, xn text not null, amount bigint check (amount >= 0), doc_no text, granted_on date not null, cert_no text,
  state text not null default 'valid' check (state in ('valid', 'revoked')), revoked_on date, revoke_reason text,
  application_id uuid, batch_id uuid, source text not null default 'import' check (source in ('grant', 'import')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references award_item (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  constraint award_record_revoked check ((state = 'revoked') = (revoked_on is not null))
);
create unique index award_record_cert_no_key on award_record (tenant_id, cert_no) where cert_no is not null;
-- One application is granted once, however often and by how many at once.
create unique index award_record_application on award_record (tenant_id, application_id) where application_id is not null;
-- An item is awarded to a student once a year; what classes and rooms receive follows from their application.
create unique index award_record_once on award_record (tenant_id, student_id, item_id, xn) where state = 'valid' and application_id is null;
create index award_record_granted_on on award_record (tenant_id, granted_on desc, id);
create index award_record_item on award_record (tenant_id, item_id, xn);
create index award_record_student on award_record (tenant_id, student_id, state);
create index award_record_department on award_record (tenant_id, department_id);
create index award_record_class on award_record (tenant_id, class_id);
create index award_record_room on award_record (tenant_id, room_id);
create index award_record_xn on award_record (tenant_id, xn, id);
create index award_record_amount on award_record (tenant_id, amount, id);
create sequence award_cert_no_seq;
