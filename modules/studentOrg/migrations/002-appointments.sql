-- Terms of student organisations, and who holds which post.
create table org_term (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  org_id uuid not null, no int not null check (no > 0), "from" date not null, "to" date not null, congress_on date, minutes jsonb,
  state text not null default 'planned' check (state in ('planned', 'running', 'ended')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, org_id) references student_org (tenant_id, id),
  constraint org_term_span check ("to" >= "from"),
  constraint org_term_apart exclude using gist (tenant_id with =, org_id with =, daterange("from", "to", '[]') with &&)
);
create unique index org_term_org_id_no_key on org_term (tenant_id, org_id, no);
create index org_term_sort on org_term (tenant_id, org_id, no desc);
create index org_term_no on org_term (tenant_id, no, id);
create index org_term_from on org_term (tenant_id, "from", id);
create index org_term_to on org_term (tenant_id, "to", id);
create index org_term_clock on org_term (tenant_id, state) where state <> 'ended';

create table org_appointment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  org_id uuid not null, term_id uuid not null, post_id uuid not null, seat_no int not null check (seat_no > 0), student_id uuid not null,
  "from" date not null, "to" date not null, basis jsonb, note text, way text not null default 'appointment' check (way in ('election', 'recommendation', 'appointment')),
  state text not null default 'pending'
    check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'publicised', 'active', 'ended', 'removed', 'lapsed')),
  maker_id uuid, begun_on date, end_reason text, post_doubt text, successors_asked_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, org_id) references student_org (tenant_id, id),
  foreign key (tenant_id, term_id) references org_term (tenant_id, id),
  foreign key (tenant_id, post_id) references org_post (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, maker_id) references sys_user (tenant_id, id),
  constraint org_appointment_span check ("to" >= "from"),
  -- Held, or once held: such a post has a day on which it began.
  constraint org_appointment_begun check (state not in ('active', 'ended', 'removed') or begun_on is not null),
  -- One holder of a seat a day; what waits for approval holds its seat.
  constraint org_appointment_seat exclude using gist (tenant_id with =, post_id with =, seat_no with =, daterange("from", "to", '[]') with &&)
    where (state in ('pending', 'returned', 'approved', 'publicised', 'active'))
);
create index org_appointment_org_id on org_appointment (tenant_id, org_id, state);
create index org_appointment_post_id on org_appointment (tenant_id, post_id, state);
create index org_appointment_term_id on org_appointment (tenant_id, term_id);
create index org_appointment_student_id on org_appointment (tenant_id, student_id, state);
create index org_appointment_maker_id on org_appointment (tenant_id, maker_id);
create index org_appointment_from on org_appointment (tenant_id, "from" desc, id);
create index org_appointment_to on org_appointment (tenant_id, "to", id);
create index org_appointment_state on org_appointment (tenant_id, state, "from" desc, id);
