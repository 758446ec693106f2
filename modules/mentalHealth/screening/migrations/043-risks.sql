-- Talks about results and counselling judge risk in the same words.
alter table mh_interview drop constraint mh_interview_risk_check;
alter table mh_interview add constraint mh_interview_risk_check check (risk in ('none', 'watch', 'high', 'urgent'));
