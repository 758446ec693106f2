-- Whoever has confirmed goes on the roll of admitted students, once.
alter table exam_application add column taken_over_at timestamptz, add column take_over_fault text
  check (take_over_fault in ('noMajor', 'kshYear', 'lacks', 'faulty', 'onRoll'));
create index exam_application_taken_over_at on exam_application (tenant_id, taken_over_at desc, id);
