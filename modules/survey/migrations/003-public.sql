-- Surveys answered by whoever has their code, once on each device unless told otherwise.
alter table survey add column is_public boolean not null default false;
alter table survey add column once_per text not null default 'device' check (once_per in ('person', 'device', 'none'));
alter table survey add column public_code text;
create unique index survey_public_code_key on survey (tenant_id, public_code);
alter table survey_ticket drop constraint survey_ticket_respondent_type_check;
alter table survey_ticket add constraint survey_ticket_respondent_type_check check (respondent_type in ('user', 'guardian', 'device'));
alter table survey_answer drop constraint survey_answer_respondent_type_check;
alter table survey_answer add constraint survey_answer_respondent_type_check check (respondent_type in ('user', 'guardian', 'device'));
