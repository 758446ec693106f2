create table herald_heard (tenant_id uuid not null references tenant, id uuid not null default uuidv7(), listener text not null, n int not null, primary key (tenant_id, id));
create table herald_fault (tenant_id uuid not null references tenant, id uuid not null default uuidv7(), listener text not null, n int, is_refusal boolean not null default false, primary key (tenant_id, id));
