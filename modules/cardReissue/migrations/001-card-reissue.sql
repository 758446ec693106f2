-- Kinds of cards, batches in which they are produced, and cards that students have replaced.
create sequence card_batch_no_seq;

create table card_kind (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, charge_item_id uuid, free_reasons jsonb,
  needs_photo boolean not null default true, needs_old_card boolean not null default false, has_number boolean not null default true,
  is_train boolean not null default false, tells_card_system boolean not null default false, max_per_year int not null default 2 check (max_per_year > 0),
  producer text, pick_up_place text not null, pick_up_hours text not null, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, charge_item_id) references charge_item (tenant_id, id)
);
create unique index card_kind_code on card_kind (tenant_id, code);
create index card_kind_name on card_kind (tenant_id, name, id);
create index card_kind_charge_item on card_kind (tenant_id, charge_item_id);

create table card_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_no text not null, kind_id uuid not null, producer text,
  state text not null default 'open' check (state in ('open', 'producing', 'ready')), started_at timestamptz, ready_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, kind_id) references card_kind (tenant_id, id),
  constraint card_batch_started check (state = 'open' or started_at is not null),
  constraint card_batch_ready check (state <> 'ready' or ready_at is not null)
);
create unique index card_batch_no on card_batch (tenant_id, batch_no);
create index card_batch_created on card_batch (tenant_id, created_at desc, id);
create index card_batch_state on card_batch (tenant_id, state, created_at desc);
create index card_batch_kind on card_batch (tenant_id, kind_id, created_at desc);

create table card_reissue (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, grade int, department_id uuid, major_id uuid, class_id uuid,
  kind_id uuid not null, reason text not null check (reason in ('lost', 'damaged', 'infoChanged', 'expired')),
  lost_on date, lost_place text, old_card_no text, home_station text, school_station text, home_proof jsonb,
  pick_up text not null check (pick_up in ('window', 'fdy')), declaration boolean not null, photo_id uuid,
  fee bigint not null default 0 check (fee >= 0), fee_state text not null default 'free' check (fee_state in ('free', 'unpaid', 'paid', 'refunded')), bill_line_id uuid,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  card_state text check (card_state in ('unpaid', 'queued', 'producing', 'ready', 'collected', 'found', 'closed')),
  approved_at timestamptz, pay_by timestamptz, batch_id uuid, new_card_no text, ready_at timestamptz, collected_at timestamptz, collected_by_id uuid,
  loss_state text check (loss_state in ('manual', 'waiting', 'failed', 'done')), loss_error text, loss_tries int, loss_next_at timestamptz, told text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, kind_id) references card_kind (tenant_id, id),
  foreign key (tenant_id, photo_id) references student_photo (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references bill_line (tenant_id, id),
  foreign key (tenant_id, batch_id) references card_batch (tenant_id, id),
  foreign key (tenant_id, collected_by_id) references sys_user (tenant_id, id),
  constraint card_reissue_lost check (reason <> 'lost' or lost_on is not null),
  constraint card_reissue_collected check (card_state <> 'collected' or (collected_at is not null and collected_by_id is not null))
);
-- One of a kind at a time: a double tap makes one application.
create unique index card_reissue_open on card_reissue (tenant_id, student_id, kind_id)
  where state in ('pending', 'returned') or (state = 'approved' and card_state in ('unpaid', 'queued', 'producing', 'ready'));
-- A number is one card's.
create unique index card_reissue_number on card_reissue (tenant_id, kind_id, new_card_no) where new_card_no is not null;
create index card_reissue_card_no on card_reissue (tenant_id, new_card_no) where new_card_no is not null;
create index card_reissue_created on card_reissue (tenant_id, created_at desc, id);
create index card_reissue_student on card_reissue (tenant_id, student_id, kind_id, created_at desc);
create index card_reissue_department on card_reissue (tenant_id, department_id, created_at desc);
create index card_reissue_major on card_reissue (tenant_id, major_id);
create index card_reissue_class on card_reissue (tenant_id, class_id, created_at desc);
create index card_reissue_kind on card_reissue (tenant_id, kind_id, card_state, created_at desc);
create index card_reissue_state on card_reissue (tenant_id, state, created_at desc);
create index card_reissue_card_state on card_reissue (tenant_id, card_state, created_at desc);
create index card_reissue_batch on card_reissue (tenant_id, batch_id);
create index card_reissue_approved on card_reissue (tenant_id, approved_at, id);
create index card_reissue_collected_at on card_reissue (tenant_id, collected_at, id);
create index card_reissue_photo on card_reissue (tenant_id, photo_id);
create index card_reissue_bill_line on card_reissue (tenant_id, bill_line_id);
create index card_reissue_collected_by on card_reissue (tenant_id, collected_by_id);
create index card_reissue_loss on card_reissue (tenant_id, loss_next_at) where loss_next_at is not null;
create index card_reissue_loss_state on card_reissue (tenant_id, loss_state, created_at desc) where loss_state is not null;
create index card_reissue_unpaid on card_reissue (tenant_id, pay_by) where card_state = 'unpaid';
create index card_reissue_lying on card_reissue (tenant_id, ready_at) where card_state = 'ready';
