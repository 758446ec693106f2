-- Who came to a session.
alter table exam_seat add column attendance text check (attendance in ('present', 'absent', 'violation')), add column marked_at timestamptz, add column marked_by uuid, add column note text,
  add foreign key (tenant_id, marked_by) references sys_user (tenant_id, id);
create index exam_seat_marked_by on exam_seat (tenant_id, marked_by);
