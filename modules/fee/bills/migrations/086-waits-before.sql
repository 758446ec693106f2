-- What of a line was agreed to wait until the day on which that changed: who was behind on a past day is told by what was agreed then. One row a line and day, as the day before ended.
create table bill_wait (
  tenant_id uuid not null references tenant, line_id uuid not null, until date not null,
  defer_until date, loan_pending bigint not null, instalments jsonb,
  primary key (tenant_id, line_id, until),
  foreign key (tenant_id, line_id) references bill_line (tenant_id, id) on delete cascade
);
create function keep_bill_wait() returns trigger language plpgsql as $$
begin
  insert into bill_wait (tenant_id, line_id, until, defer_until, loan_pending, instalments)
    values (old.tenant_id, old.id, (now() at time zone 'Asia/Shanghai')::date, old.defer_until, old.loan_pending, old.instalments) on conflict do nothing;
  return null;
end $$;
create trigger bill_line_wait after update of defer_until, loan_pending, instalments on bill_line for each row
  when ((old.defer_until, old.loan_pending, old.instalments) is distinct from (new.defer_until, new.loan_pending, new.instalments)) execute function keep_bill_wait();
