-- Every number a student has ever had. It outlives the row and a change of the number, so that none is given again: whoever writes a number to a student enters it here, in the
-- same statement, and the key decides between two writers.
create table student_number (
  tenant_id uuid not null references tenant, number text not null,
  student_id uuid not null, since timestamptz not null default now(),
  primary key (tenant_id, number)
);
create index student_number_student on student_number (tenant_id, student_id);
insert into student_number (tenant_id, number, student_id, since) select tenant_id, student_no, id, created_at from student where student_no is not null;

create function keep_student_number() returns trigger language plpgsql as $$
begin
  insert into student_number (tenant_id, number, student_id) values (new.tenant_id, new.student_no, new.id) on conflict (tenant_id, number) do nothing;
  if not found and not exists (select from student_number n where n.tenant_id = new.tenant_id and n.number = new.student_no and n.student_id = new.id) then
    raise unique_violation using table = 'student', constraint = 'student_student_no_key', message = 'the number has been given to another student',
      detail = format('Key (tenant_id, student_no)=(%s, %s) already exists.', new.tenant_id, new.student_no);
  end if;
  return null;
end $$;
create trigger student_number_given after insert or update of student_no on student for each row when (new.student_no is not null) execute function keep_student_number();

-- Numbers a student had before. The keyword searches them, so they lie in the indexes that count its hits.
alter table student add column former_nos text;
drop index student_list, student_department, student_counselled_class;
create index student_list on student (tenant_id, student_no) include (id, name, name_pinyin, ksh, former_nos, department_id, status) where deleted_at is null;
create index student_department on student (tenant_id, department_id, student_no) include (id, name, name_pinyin, ksh, former_nos, status) where deleted_at is null;
create index student_counselled_class on student (tenant_id, counselled_class_id, student_no) include (id, name, name_pinyin, ksh, former_nos, status) where deleted_at is null;
