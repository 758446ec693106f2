-- Results of people who are no students, such as applicants: they are named by their account.
alter table public_notice_line
  alter column student_id drop not null,
  add column user_id uuid,
  add foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  add constraint public_notice_line_whose check ((student_id is null) <> (user_id is null));
create index public_notice_line_user_id on public_notice_line (tenant_id, user_id);
