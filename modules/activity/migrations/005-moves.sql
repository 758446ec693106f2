-- Time or place that changed after the approval, and who has not yet said whether they still come.
alter table activity add moves int not null default 0;
alter table activity_enrolment add is_asked boolean not null default false;
