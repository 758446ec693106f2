-- Who lives outside and spends nights in a dormitory.
alter table presence_conflict drop constraint presence_conflict_code_check;
alter table presence_conflict add constraint presence_conflict_code_check check (code in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8'));
