-- One run of a batch is final; applicants are admitted by it.
alter table admission_run add column digest text, add column published_at timestamptz;
alter table admission_run drop constraint admission_run_state_check;
alter table admission_run add constraint admission_run_state_check
  check (state in ('trial', 'pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'published'));
create unique index admission_run_final on admission_run (tenant_id, batch_id) where state in ('pending', 'returned', 'approved', 'published');
create index admission_run_published_at on admission_run (tenant_id, published_at desc, id);
alter table exam_application drop constraint exam_application_state_check;
alter table exam_application add constraint exam_application_state_check
  check (state in ('draft', 'pending', 'returned', 'rejected', 'approved', 'paid', 'seated', 'scored', 'admitted', 'waitlisted', 'notAdmitted', 'lapsed'));
