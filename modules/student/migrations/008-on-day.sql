-- Who was in school on a day and where: what every question about students reads first, for each day of a trend.
create index class_history_on_day on class_history (tenant_id, "from") include ("to", student_id, class_id, grade, department_id, gender_code, level, campus_id) where status = 'active';
