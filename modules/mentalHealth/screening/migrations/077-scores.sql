-- What was counted of answers, which level was proposed and what a talk judged is encrypted from now on, as the answers are. What stands in the columns of before is moved when a school is brought up to date.
alter table mh_result add column scores text, add column scores_hash text, alter column is_risk drop not null, alter column is_risk drop default;
alter table mh_interview add column judged text, add column judged_hash text, alter column risk drop not null;
