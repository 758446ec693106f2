-- One-off work that outlives the process it was asked of: a file that is made, an import, a move, a simulation. Whoever takes a task is its holder until due_at and moves that on while it
-- works. A task is gone once it has ended; what came of it stands in the table of what it worked for.
create table background_task (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  queue text not null, payload jsonb not null, tries int not null default 0, holder uuid, due_at timestamptz not null default now(), trace_id text, created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index background_task_due on background_task (tenant_id, queue, due_at);
