-- Who has a venue when: held until it is approved, then confirmed.
create table venue_booking (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  venue_id uuid not null, title text not null, holder text not null, "from" timestamptz not null, "to" timestamptz not null, setup_min int not null default 0 check (setup_min >= 0), clear_min int not null default 0 check (clear_min >= 0),
  busy_from timestamptz not null, busy_to timestamptz not null, source_type text not null, source_id text not null,
  state text not null default 'held' check (state in ('held', 'confirmed', 'released')), held_until timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id),
  check ("to" > "from"),
  check ((state = 'held') = (held_until is not null)),
  -- set-up and clearing included, nobody has it twice
  constraint venue_booking_apart exclude using gist (tenant_id with =, venue_id with =, tstzrange(busy_from, busy_to) with &&) where (state <> 'released')
);
create unique index venue_booking_source on venue_booking (tenant_id, source_type, source_id) where state <> 'released';
create index venue_booking_venue_id on venue_booking (tenant_id, venue_id, "from" desc);
create index venue_booking_from on venue_booking (tenant_id, "from" desc, id);
create index venue_booking_state on venue_booking (tenant_id, state, "from" desc);
create index venue_booking_held on venue_booking (tenant_id, held_until) where state = 'held';
