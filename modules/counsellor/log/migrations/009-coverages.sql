-- Quotas of key students and of rooms.
alter table work_quota drop constraint work_quota_coverage_check,
  add constraint work_quota_coverage_check check (coverage in ('none', 'everyStudent', 'keyStudents', 'everyRoom'));
