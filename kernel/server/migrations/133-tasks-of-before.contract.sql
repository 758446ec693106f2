-- Moves and imports that an earlier program was at work on go on as background tasks.
insert into background_task (tenant_id, id, queue, payload) select tenant_id, id, 'file.move', '{}' from file_move where state in ('copying', 'clearing') on conflict do nothing;
insert into background_task (tenant_id, id, queue, payload) select tenant_id, id, 'sheet.import', '{"lang": "zh-cn"}' from import_job where state in ('validating', 'writing') on conflict do nothing;
alter table file_move drop column held_until;
alter table import_job drop column runner, drop column attempt;
