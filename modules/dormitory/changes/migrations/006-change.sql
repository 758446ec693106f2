create sequence dorm_change_no_seq;
-- Many students moved at once by a list, all of them or none.
create table mass_move (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null,
  reason text not null,
  students int not null,
  cycles int not null,
  state text not null,
  executed_at timestamptz not null,
  executed_by uuid,
  undone_at timestamptz,
  undone_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (state in ('executed', 'undone')),
  check (students > 0)
);
create index mass_move_executed_at on mass_move (tenant_id, executed_at desc, id);
create index mass_move_executed_by on mass_move (tenant_id, executed_by);

-- One student to another bed: a free one, a peer's, or what a list says.
create table dorm_change (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  change_no text not null default 'TS' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad((nextval('dorm_change_no_seq') % 1000000)::text, 6, '0'),
  type text not null,
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  from_stay_id uuid not null,
  from_bed_id uuid not null,
  to_bed_id uuid not null,
  to_dorm_id uuid,
  to_stay_id uuid,
  peer_id uuid,
  peer_stay_id uuid,
  peer_until timestamptz,
  peer_confirmed_at timestamptz,
  reason text not null,
  detail text not null,
  proofs jsonb,
  private_proofs jsonb,
  effective_date date not null,
  fee_diff bigint,
  leaves_class_room boolean not null default false,
  override_reason text,
  talk_note text,
  state text not null,
  hold_until timestamptz,
  hold_told_at timestamptz,
  approved_at timestamptz,
  problem text,
  executed_at timestamptz,
  executed_by uuid,
  end_note text,
  mass_move_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, peer_id) references student (tenant_id, id),
  foreign key (tenant_id, from_stay_id) references dorm_stay (tenant_id, id),
  foreign key (tenant_id, to_stay_id) references dorm_stay (tenant_id, id),
  foreign key (tenant_id, peer_stay_id) references dorm_stay (tenant_id, id),
  foreign key (tenant_id, from_bed_id) references dorm_bed (tenant_id, id),
  foreign key (tenant_id, to_bed_id) references dorm_bed (tenant_id, id),
  foreign key (tenant_id, to_dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, mass_move_id) references mass_move (tenant_id, id),
  check (type in ('move', 'swap', 'group')),
  check (state in ('waitingPeer', 'pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'executed', 'lapsed')),
  constraint dorm_change_swap check ((type = 'swap') = (peer_id is not null)),
  constraint dorm_change_done check (state <> 'executed' or executed_at is not null)
);
create unique index dorm_change_change_no_key on dorm_change (tenant_id, change_no);
-- From whichever phone it was asked first: one change at a time for whoever asks, and for whoever has agreed to swap.
create unique index dorm_change_one on dorm_change (tenant_id, student_id) where state in ('waitingPeer', 'pending', 'returned', 'approved');
create unique index dorm_change_one_peer on dorm_change (tenant_id, peer_id) where peer_confirmed_at is not null and state in ('pending', 'returned', 'approved');
create index dorm_change_effective_date on dorm_change (tenant_id, effective_date desc, id);
create index dorm_change_executed_at on dorm_change (tenant_id, executed_at desc, id);
create index dorm_change_student_id on dorm_change (tenant_id, student_id, effective_date desc);
create index dorm_change_peer_id on dorm_change (tenant_id, peer_id, effective_date desc) where peer_id is not null;
create index dorm_change_department_id on dorm_change (tenant_id, department_id, effective_date desc);
create index dorm_change_class_id on dorm_change (tenant_id, class_id, effective_date desc);
create index dorm_change_to_dorm_id on dorm_change (tenant_id, to_dorm_id, effective_date desc);
create index dorm_change_state on dorm_change (tenant_id, state, effective_date desc);
create index dorm_change_from_stay_id on dorm_change (tenant_id, from_stay_id);
create index dorm_change_to_stay_id on dorm_change (tenant_id, to_stay_id);
create index dorm_change_peer_stay_id on dorm_change (tenant_id, peer_stay_id);
create index dorm_change_from_bed_id on dorm_change (tenant_id, from_bed_id);
create index dorm_change_to_bed_id on dorm_change (tenant_id, to_bed_id);
-- What the clock looks at: a few dozen rows of many thousand.
create index dorm_change_running on dorm_change (tenant_id, effective_date) where state in ('waitingPeer', 'pending', 'returned', 'approved');
create index dorm_change_mass_move_id on dorm_change (tenant_id, mass_move_id);

-- Whom to which bed: the list somebody is preparing, and what became of it.
create table mass_move_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  to_bed_id uuid not null,
  is_open boolean not null default true,
  owner_id uuid,
  mass_move_id uuid,
  from_stay_id uuid,
  from_bed_id uuid,
  new_stay_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, to_bed_id) references dorm_bed (tenant_id, id),
  foreign key (tenant_id, from_bed_id) references dorm_bed (tenant_id, id),
  foreign key (tenant_id, from_stay_id) references dorm_stay (tenant_id, id),
  foreign key (tenant_id, new_stay_id) references dorm_stay (tenant_id, id),
  foreign key (tenant_id, mass_move_id) references mass_move (tenant_id, id),
  constraint mass_move_line_done check (is_open = (mass_move_id is null))
);
-- A student stands on one list at a time.
create unique index mass_move_line_one on mass_move_line (tenant_id, student_id) where is_open;
create index mass_move_line_student_id on mass_move_line (tenant_id, student_id, id);
create index mass_move_line_owner_id on mass_move_line (tenant_id, owner_id, is_open);
create index mass_move_line_mass_move_id on mass_move_line (tenant_id, mass_move_id);
create index mass_move_line_to_bed_id on mass_move_line (tenant_id, to_bed_id);
create index mass_move_line_from_bed_id on mass_move_line (tenant_id, from_bed_id);
create index mass_move_line_from_stay_id on mass_move_line (tenant_id, from_stay_id);
create index mass_move_line_new_stay_id on mass_move_line (tenant_id, new_stay_id);

-- An offer of one's own bed, shown without a name.
create table swap_post (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  stay_id uuid not null,
  dorm_ids jsonb,
  room_type text,
  floors text,
  note text,
  state text not null default 'open',
  until date not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, stay_id) references dorm_stay (tenant_id, id),
  check (state in ('open', 'closed')),
  check (floors in ('low', 'middle', 'high'))
);
create unique index swap_post_one on swap_post (tenant_id, student_id) where state = 'open';
create index swap_post_created on swap_post (tenant_id, created_at desc, id);
create index swap_post_state on swap_post (tenant_id, state, until);
create index swap_post_student_id on swap_post (tenant_id, student_id);
create index swap_post_stay_id on swap_post (tenant_id, stay_id);
-- Who would take whose bed; both ways, names are shown.
create table swap_wish (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  post_id uuid not null,
  by_post_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, post_id) references swap_post (tenant_id, id) on delete cascade,
  foreign key (tenant_id, by_post_id) references swap_post (tenant_id, id) on delete cascade,
  check (post_id <> by_post_id)
);
create unique index swap_wish_post_id_by_post_id_key on swap_wish (tenant_id, post_id, by_post_id);
create index swap_wish_by_post_id on swap_wish (tenant_id, by_post_id);
create index swap_wish_created on swap_wish (tenant_id, created_at desc, id);
