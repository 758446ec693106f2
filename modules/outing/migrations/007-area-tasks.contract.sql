-- What the previous version asked meanwhile, and columns that a round has itself.
update area_notice set name = left(question, 100), begin_time = created_at, end_time = created_at + interval '14 days', owner_department_id = department_id, published_at = created_at,
  audience_count = asked_count,
  publisher = jsonb_build_object('userId', coalesce(asker_id::text, ''), 'departmentId', department_id, 'teacherId', teacher_id, 'studentId', null, 'reaches', '[]'::jsonb)
  where publisher is null;
insert into round_member (tenant_id, round_id, user_id, student_id)
  select r.tenant_id, r.notice_id, u.id, r.student_id from area_reply r join sys_user u on u.tenant_id = r.tenant_id and u.student_id = r.student_id on conflict do nothing;
delete from area_reply where reply = 'none';
alter table area_notice drop column department_id, drop column asked_count;
