alter table holiday_plan drop column reminded_at;
