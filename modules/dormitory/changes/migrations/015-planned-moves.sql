-- A mass move may be planned for a day to come: its lines stay open until then.
alter table mass_move
  add column effective_date date,
  add column end_note text,
  alter column executed_at drop not null,
  drop constraint mass_move_state_check,
  add constraint mass_move_state_check check (state in ('planned', 'executed', 'undone', 'cancelled', 'failed')),
  add constraint mass_move_done check (state not in ('executed', 'undone') or executed_at is not null);
update mass_move set effective_date = (executed_at at time zone 'Asia/Shanghai')::date;
alter table mass_move alter column effective_date set not null;
create index mass_move_effective_date on mass_move (tenant_id, effective_date desc, id);
alter table mass_move_line drop constraint mass_move_line_done, add constraint mass_move_line_done check (is_open or mass_move_id is not null);
