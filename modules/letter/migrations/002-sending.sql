-- Letters on their way. A waybill is used once; a letter has one that has not come back.
create table letter_waybill (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  letter_no text not null, carrier text not null, waybill text not null, letter_id uuid not null, student_id uuid not null,
  state text not null default 'bound' check (state in ('bound', 'packed', 'sent', 'delivered', 'returned')),
  packed_at timestamptz, packed_by uuid, sent_at timestamptz, ended_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, letter_id) references admission_letter (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, packed_by) references sys_user (tenant_id, id)
);
create unique index letter_waybill_waybill on letter_waybill (tenant_id, waybill);
create unique index letter_waybill_open on letter_waybill (tenant_id, letter_id) where state <> 'returned';
create index letter_waybill_letter_id on letter_waybill (tenant_id, letter_id);
create index letter_waybill_student_id on letter_waybill (tenant_id, student_id);
create index letter_waybill_state on letter_waybill (tenant_id, state, created_at desc);
create index letter_waybill_created_at on letter_waybill (tenant_id, created_at desc);
create table waybill_event (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  waybill text not null, kind text not null check (kind in ('collected', 'moving', 'delivering', 'delivered', 'returned')),
  happened_at timestamptz not null, place text, waybill_id uuid not null, student_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, waybill_id) references letter_waybill (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- What the carrier tells twice is one event.
create unique index waybill_event_key on waybill_event (tenant_id, waybill, kind, happened_at);
create index waybill_event_waybill_id on waybill_event (tenant_id, waybill_id, happened_at);
create index waybill_event_student_id on waybill_event (tenant_id, student_id);
create index waybill_event_happened_at on waybill_event (tenant_id, happened_at desc);
