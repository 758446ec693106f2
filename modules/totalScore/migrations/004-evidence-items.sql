-- Items whose points are made from evidence.
alter table ts_item drop constraint ts_item_source_check;
alter table ts_item add constraint ts_item_source_check check (source in ('apply', 'recorder', 'evidence'));
alter table ts_item add column evidence_kind text;
alter table ts_item add column evidence_level text;
alter table ts_item add constraint ts_item_evidence check (source <> 'evidence' or (evidence_kind is not null and points_min = points_max));
create unique index ts_item_evidence_key on ts_item (tenant_id, scheme_id, evidence_kind, coalesce(evidence_level, '')) where source = 'evidence' and is_enabled;
