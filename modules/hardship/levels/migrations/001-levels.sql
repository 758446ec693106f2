-- The level of a student over time; both days are included, and one whose last day lies before its first has never held.
create table aid_level_span (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, level text not null, "from" date not null, "to" date not null, cause text not null check (cause in ('recognised', 'adjusted', 'corrected')),
  reason text, end_cause text check (end_cause in ('adjusted', 'recognised', 'exited', 'falseStatement', 'left')), end_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint aid_level_span_order check ("to" >= "from" - 1),
  constraint aid_level_span_apart exclude using gist (tenant_id with =, student_id with =, daterange("from", "to" + 1) with &&)
);
create index aid_level_span_student on aid_level_span (tenant_id, student_id, "from");
create index aid_level_span_from on aid_level_span (tenant_id, "from" desc, id);
create index aid_level_span_to on aid_level_span (tenant_id, "to" desc, id);
