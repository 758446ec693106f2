-- How somebody saw that a candidate has failed no course, where no record says so.
alter table org_appointment add column grades_note text;
alter table org_candidate add column grades_note text;
