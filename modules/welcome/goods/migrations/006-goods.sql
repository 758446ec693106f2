-- What new students may buy, what they have ordered, and what lies at points.
create table welcome_goods (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, kind text not null check (kind in ('bedding', 'clothing', 'other')), name text not null, specs text, sizes jsonb, price bigint not null check (price >= 0),
  photo jsonb, supplier text, cut_off date not null, item_id uuid not null, is_aid boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, item_id) references charge_item (tenant_id, id)
);
create unique index welcome_goods_key on welcome_goods (tenant_id, batch_id, name);
create index welcome_goods_kind on welcome_goods (tenant_id, kind, name, id);
create index welcome_goods_cut_off on welcome_goods (tenant_id, cut_off, id);
create index welcome_goods_item_id on welcome_goods (tenant_id, item_id);

create table goods_order (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, height int, weight int, lines jsonb not null, amount bigint not null default 0 check (amount >= 0), point_id uuid, by uuid,
  state text not null default 'ordered' check (state in ('declined', 'ordered', 'paid', 'picked', 'exchanged', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, point_id) references welcome_point (tenant_id, id),
  foreign key (tenant_id, by) references sys_user (tenant_id, id)
);
create unique index goods_order_key on goods_order (tenant_id, batch_id, student_id);
create index goods_order_student_id on goods_order (tenant_id, student_id);
create index goods_order_updated on goods_order (tenant_id, updated_at desc, id);
create index goods_order_amount on goods_order (tenant_id, amount desc, id);
create index goods_order_point_id on goods_order (tenant_id, point_id) where point_id is not null;
create index goods_order_by on goods_order (tenant_id, by) where by is not null;

create table goods_stock (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  goods_id uuid not null, point_id uuid not null, size text not null default '', received int not null default 0, handed_out int not null default 0, "left" int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, goods_id) references welcome_goods (tenant_id, id) on delete cascade,
  foreign key (tenant_id, point_id) references welcome_point (tenant_id, id),
  -- Nothing is handed out that is not there, whatever the program does.
  constraint goods_stock_left check ("left" >= 0 and "left" = received - handed_out)
);
create unique index goods_stock_key on goods_stock (tenant_id, goods_id, point_id, size);
create index goods_stock_point_id on goods_stock (tenant_id, point_id);
