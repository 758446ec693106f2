create table repair_urgency (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, level int not null check (level between 1 and 9), respond_min int not null, arrive_min int, finish_min int not null,
  clock text not null default 'serviceHours' check (clock in ('always', 'serviceHours')), weight numeric(4, 1) not null default 1, calls_first boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (respond_min <= coalesce(arrive_min, finish_min) and coalesce(arrive_min, respond_min) <= finish_min)
);
create unique index repair_urgency_code_key on repair_urgency (tenant_id, code);
create unique index repair_urgency_name_key on repair_urgency (tenant_id, name);
create index repair_urgency_level on repair_urgency (tenant_id, level);

create table repair_team (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, leader_id uuid, member_ids jsonb, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index repair_team_code_key on repair_team (tenant_id, code);
create unique index repair_team_name_key on repair_team (tenant_id, name);

-- What can be broken, as a tree; orders name a leaf.
create table repair_type (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  parent_id uuid, code text not null, name text not null, default_urgency_id uuid not null, team_id uuid, mode text not null default 'auto' check (mode in ('auto', 'manual', 'grab')),
  usual_minutes int not null default 30, keywords text, form_json jsonb, chargeable boolean not null default false, self_help text, solved_count int not null default 0,
  sort int default 0, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references repair_type (tenant_id, id),
  foreign key (tenant_id, default_urgency_id) references repair_urgency (tenant_id, id),
  foreign key (tenant_id, team_id) references repair_team (tenant_id, id),
  check (parent_id <> id)
);
create unique index repair_type_code_key on repair_type (tenant_id, code);
create index repair_type_parent_id on repair_type (tenant_id, parent_id);
create index repair_type_sort on repair_type (tenant_id, sort, code);
create index repair_type_name on repair_type (tenant_id, name);

-- What a worker can repair. Whoever gives this worker a sheet locks the row first, so that max_open holds.
create table repair_skill (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  repairer_id uuid not null, type_ids jsonb not null, dorm_ids jsonb, shifts jsonb, max_open int not null default 12 check (max_open between 1 and 99), is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index repair_skill_repairer_id_key on repair_skill (tenant_id, repairer_id);
create index repair_skill_max_open on repair_skill (tenant_id, max_open desc, id);

create table repair_outage (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, type_ids jsonb not null, building_ids jsonb, start_at timestamptz not null, end_at timestamptz not null, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (end_at > start_at)
);
create index repair_outage_start_at on repair_outage (tenant_id, start_at desc, id);
create index repair_outage_end_at on repair_outage (tenant_id, end_at desc, id);

create sequence repair_order_no_seq;
create table repair_order (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  order_no text not null, applicant_id uuid, entered_by_id uuid, caller_name text,
  place_type text not null check (place_type in ('room', 'venue', 'public')), room_id uuid, venue_id uuid, building_id uuid, public_place text, campus_id uuid, place text not null,
  type_id uuid not null, urgency_id uuid not null, title text, description text not null, photos jsonb, slots jsonb, enter_alone boolean, answers jsonb, phone text not null,
  supporter_ids jsonb, state text not null default 'submitted'
    check (state in ('submitted', 'dispatched', 'working', 'suspended', 'done', 'reopened', 'confirmed', 'closed', 'rejected', 'withdrawn', 'merged')),
  state_note text, merged_into_id uuid, worker_id uuid,
  -- When the program dispatches it; null: it has a worker, waits for a person, or is over.
  dispatch_at timestamptz, pooled_at timestamptz, pool_reason text check (pool_reason in ('skill', 'building', 'shift', 'full', 'asked', 'manual', 'visit')), why jsonb,
  clock_from timestamptz, due_respond timestamptz, due_arrive timestamptz, due_finish timestamptz, warn_at timestamptz, escalate_at timestamptz, alerted int default 0, breached_at timestamptz,
  suspended_at timestamptz, suspend_reason text, resume_on date, suspended_min int, suspend_count int default 0, reopen_count int default 0,
  arrived_at timestamptz, done_at timestamptz, confirm_by timestamptz, confirmed_at timestamptz, score_until timestamptz, confirmed_way text check (confirmed_way in ('applicant', 'supporter', 'rule')),
  cause text, cost_total bigint, pay_by text check (pay_by in ('school', 'student', 'warranty')), charge_state text check (charge_state in ('asked', 'agreed', 'disputed', 'charged', 'waived')),
  score numeric(3, 2),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id),
  foreign key (tenant_id, building_id) references building (tenant_id, id),
  foreign key (tenant_id, type_id) references repair_type (tenant_id, id),
  foreign key (tenant_id, urgency_id) references repair_urgency (tenant_id, id),
  foreign key (tenant_id, merged_into_id) references repair_order (tenant_id, id),
  check ((place_type = 'room') = (room_id is not null) and (place_type = 'venue') = (venue_id is not null) and (place_type <> 'public' or public_place is not null)),
  check ((state = 'merged') = (merged_into_id is not null)),
  check (dispatch_at is null or state in ('submitted', 'reopened'))
);
create unique index repair_order_order_no_key on repair_order (tenant_id, order_no);
create index repair_order_created_at on repair_order (tenant_id, created_at desc, id);
create index repair_order_state on repair_order (tenant_id, state, created_at desc);
create index repair_order_applicant_id on repair_order (tenant_id, applicant_id, created_at desc);
create index repair_order_worker_id on repair_order (tenant_id, worker_id, created_at desc);
create index repair_order_building_id on repair_order (tenant_id, building_id, created_at desc);
create index repair_order_campus_id on repair_order (tenant_id, campus_id, created_at desc);
create index repair_order_type_id on repair_order (tenant_id, type_id, created_at desc);
create index repair_order_urgency_id on repair_order (tenant_id, urgency_id, created_at desc);
create index repair_order_room_id on repair_order (tenant_id, room_id, type_id, created_at desc);
create index repair_order_venue_id on repair_order (tenant_id, venue_id);
create index repair_order_merged_into_id on repair_order (tenant_id, merged_into_id);
create index repair_order_supporter_ids on repair_order using gin (supporter_ids jsonb_path_ops);
create index repair_order_pooled_at on repair_order (tenant_id, pooled_at desc, id);
create index repair_order_due_finish on repair_order (tenant_id, due_finish desc, id);
create index repair_order_done_at on repair_order (tenant_id, done_at desc, id);
create index repair_order_reopen_count on repair_order (tenant_id, reopen_count desc, id);
create index repair_order_score on repair_order (tenant_id, score desc, id);
create index repair_order_waiting on repair_order (tenant_id, dispatch_at) where dispatch_at is not null;
create index repair_order_open on repair_order (tenant_id, due_finish) where state in ('submitted', 'reopened', 'dispatched', 'working');
create index repair_order_confirm_by on repair_order (tenant_id, confirm_by) where state = 'done';
create index repair_order_score_until on repair_order (tenant_id, score_until) where state = 'confirmed';

create table work_sheet (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  order_id uuid not null, repairer_id uuid not null, state text not null default 'assigned' check (state in ('assigned', 'accepted', 'arrived', 'done', 'declined', 'transferred')),
  assigned_way text not null check (assigned_way in ('auto', 'manual', 'grab')), assigned_at timestamptz not null, accept_by timestamptz, accepted_at timestamptz, coming_at timestamptz,
  arrived_at timestamptz, done_at timestamptz, ended_at timestamptz, minutes int check (minutes > 0), before_photos jsonb, after_photos jsonb, note text, end_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references repair_order (tenant_id, id)
);
-- One open sheet of an order: of twenty who grab it, one gets it.
create unique index work_sheet_open_key on work_sheet (tenant_id, order_id) where state in ('assigned', 'accepted', 'arrived');
create index work_sheet_order_id on work_sheet (tenant_id, order_id, assigned_at);
create index work_sheet_load on work_sheet (tenant_id, repairer_id) where state in ('assigned', 'accepted', 'arrived');
create index work_sheet_repairer_id on work_sheet (tenant_id, repairer_id, assigned_at desc);
create index work_sheet_assigned_at on work_sheet (tenant_id, assigned_at desc, id);
create index work_sheet_state on work_sheet (tenant_id, state, assigned_at desc);
create index work_sheet_accept_by on work_sheet (tenant_id, accept_by) where state = 'assigned';

create table repair_score (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  order_id uuid not null, repairer_id uuid, speed int not null, quality int not null, manner int not null, tidy int not null, mean numeric(3, 2) not null, text text,
  anonymous boolean not null default false, rater_id uuid, call_back_note text, called_back_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references repair_order (tenant_id, id),
  check (least(speed, quality, manner, tidy) >= 1 and greatest(speed, quality, manner, tidy) <= 5),
  check (not anonymous or rater_id is null)
);
create unique index repair_score_order_id_key on repair_score (tenant_id, order_id);
create index repair_score_repairer_id on repair_score (tenant_id, repairer_id, created_at desc);
create index repair_score_created_at on repair_score (tenant_id, created_at desc, id);
create index repair_score_mean on repair_score (tenant_id, mean desc, id);

create table repair_material (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, spec text, unit text not null default '个', price bigint not null check (price >= 0), min_stock int, chargeable boolean not null default true,
  is_enabled boolean not null default true, deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index repair_material_code_key on repair_material (tenant_id, code) where deleted_at is null;
create index repair_material_name on repair_material (tenant_id, name);

-- Stock of the main store or of a worker's bag (the worker's account id); the sum of its moves, never below 0.
create table repair_stock (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  material_id uuid not null, store text not null default 'main', qty int not null default 0 check (qty >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, material_id) references repair_material (tenant_id, id)
);
create unique index repair_stock_material_id_store_key on repair_stock (tenant_id, material_id, store);
create index repair_stock_store on repair_stock (tenant_id, store);
create index repair_stock_qty on repair_stock (tenant_id, qty desc, id);
create table stock_move (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, kind text not null check (kind in ('in', 'issue', 'use', 'return', 'count', 'scrap')), amount int not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references repair_stock (tenant_id, id),
  foreign key (tenant_id, reverses_id) references stock_move (tenant_id, id)
);
create unique index stock_move_source_key on stock_move (tenant_id, source_type, source_id, source_seq, kind);
create unique index stock_move_reverses_id_key on stock_move (tenant_id, reverses_id);
create index stock_move_account_id on stock_move (tenant_id, account_id, id);
create index stock_move_created_at on stock_move (tenant_id, created_at desc, id);
