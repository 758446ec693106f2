-- Accounts of students that can act today; a student has one at most.
create view student_account with (security_invoker = true) as
  select tenant_id, student_id, id as user_id from active_account where realm = 'admin' and student_id is not null;
-- Who counsels or heads each student today, with the account that can act, if there is one. By the counselled class: who has ended is nobody's any more.
create view student_staff_now with (security_invoker = true) as
  select s.tenant_id, s.id as student_id, k.class_id, k.role, k.teacher_id, k.is_primary, k.start_date, u.user_id
  from student s join class_staff_now k on k.tenant_id = s.tenant_id and k.class_id = s.counselled_class_id
    left join teacher_account u on u.tenant_id = k.tenant_id and u.teacher_id = k.teacher_id
  where s.deleted_at is null;
