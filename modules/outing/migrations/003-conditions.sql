-- What a plan asks of the students who answer, as facts about them.
alter table holiday_plan add column conditions jsonb;
