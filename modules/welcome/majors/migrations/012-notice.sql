-- The result of a batch is shown to the school before it takes effect.
alter table major_adjust_batch add column has_notice boolean not null default false;
alter table major_adjustment drop constraint major_adjustment_state_check;
alter table major_adjustment add constraint major_adjustment_state_check
  check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'placed', 'publicised', 'effective'));
drop index major_adjustment_open;
create unique index major_adjustment_open on major_adjustment (tenant_id, student_id) where state in ('pending', 'returned', 'approved', 'placed', 'publicised');
