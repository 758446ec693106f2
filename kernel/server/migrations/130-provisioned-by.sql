-- Hash of the program that last brought this school up to date; null while something is left to do.
alter table tenant add column provisioned_by text;
