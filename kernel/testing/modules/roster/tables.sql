create table squad (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(), code text not null, name text not null, band text not null, leader_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), unique (tenant_id, code)
);
create table pupil (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(), pupil_no text not null, name text not null, id_no text, id_no_hash text, squad_id uuid not null, band text not null,
  size text, level text, birth_date date, joined_on date not null, wakes_at text, phone text, health text, height numeric(5,1), score int, fee bigint, is_boarder boolean not null default false, hobbies jsonb, remark text,
  note1 text, note2 text, note3 text, note4 text, note5 text, note6 text, note7 text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), unique (tenant_id, pupil_no), unique (tenant_id, id_no_hash), foreign key (tenant_id, squad_id) references squad (tenant_id, id)
);
create table troop (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(), code text not null, name text not null, parent_id uuid, rank int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), unique (tenant_id, code), foreign key (tenant_id, parent_id) references troop (tenant_id, id)
);
create table drill (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(), squad_id uuid, term text not null, place text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), unique nulls not distinct (tenant_id, squad_id, term), foreign key (tenant_id, squad_id) references squad (tenant_id, id)
);
create table roster_event (tenant_id uuid not null references tenant, id uuid not null default uuidv7(), n int not null, primary key (tenant_id, id));
