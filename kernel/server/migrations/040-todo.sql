-- What waits for somebody. Modules open and close todos in the transaction of their own work (`#server/todos.ts`).
-- `biz_type` and `biz_id` name the row it belongs to, `node` the step of an approval; there is no more than one of a kind a person.
create table todo (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, title text not null, biz_type text not null, biz_id text not null, link text not null, mobile_link text,
  kind text not null, node text not null default '', arrived_at timestamptz not null default now(), due_at timestamptz, priority text not null default 'normal',
  state text not null default 'open', done_at timestamptz, done_by uuid, result text, applicant_name text, summary text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  check (kind in ('approval', 'task', 'reminder')), check (priority in ('low', 'normal', 'high', 'urgent')), check (state in ('open', 'done', 'transferred', 'cancelled')),
  check ((state = 'open') = (done_at is null))
);
create unique index todo_key on todo (tenant_id, user_id, kind, biz_type, biz_id, node);
create index todo_business on todo (tenant_id, biz_type, biz_id);
-- Somebody may have tens of thousands open: the first page and the number come from an index.
create index todo_open on todo (tenant_id, user_id, arrived_at desc, id) where state = 'open';
create index todo_due on todo (tenant_id, user_id, due_at, id) where state = 'open';
create index todo_done on todo (tenant_id, user_id, done_at desc, id) where state <> 'open';
