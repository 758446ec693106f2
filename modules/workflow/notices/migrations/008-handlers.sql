-- The admissions office hears objections to what it has decided.
alter table public_notice drop constraint public_notice_handler_role_check, add constraint public_notice_handler_role_check check (handler_role in ('officer', 'college', 'admissions'));
alter table objection drop constraint objection_handler_role_check, add constraint objection_handler_role_check check (handler_role in ('officer', 'college', 'admissions'));
