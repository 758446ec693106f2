alter table sign_occurrence drop column reminded;
alter table sign_line drop column reminded_at;
