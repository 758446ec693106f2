-- Gate records of two campuses that lie closer together than the way takes.
alter table presence_conflict drop constraint presence_conflict_code_check;
alter table presence_conflict add constraint presence_conflict_code_check check (code in ('PC1', 'PC2', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8'));
