-- What a bed costs stands with the other prices of the school. Called again by the contraction, for rows that an old process still writes.
create function move_lodging_prices() returns void language plpgsql as $$
begin
  create temporary table lodging_code on commit drop as
    select l.tenant_id, coalesce((select p.content ->> 'lodgingItem' from base_params p where p.tenant_id = l.tenant_id and p.params_id = 'fee' order by p.version desc limit 1), 'lodging') as code,
      coalesce((array_agg(nullif(left(l.note, 60), '') order by l.xn desc) filter (where l.note <> ''))[1], '待补') as filed
    from lodging_standard l group by 1;
  insert into charge_item (tenant_id, code, name, nature, filing_no, period, priority, loan_coverable)
    select tenant_id, code, '住宿费', 'administrative', filed, 'year', 20, true from lodging_code on conflict do nothing;
  insert into charge_standard (tenant_id, item_id, xn, building_id, room_type, amount)
    select distinct on (l.tenant_id, l.xn, d.building_id, l.room_type) l.tenant_id, i.id, l.xn, d.building_id, l.room_type, l.amount
    from lodging_standard l join lodging_code c on c.tenant_id = l.tenant_id join charge_item i on i.tenant_id = c.tenant_id and i.code = c.code
      left join dorm_building d on d.tenant_id = l.tenant_id and d.id = l.dorm_id
    where not exists (select from charge_standard s where s.tenant_id = l.tenant_id and s.item_id = i.id and s.xn = l.xn
      and s.building_id is not distinct from d.building_id and s.room_type is not distinct from l.room_type)
    order by l.tenant_id, l.xn, d.building_id, l.room_type, l.updated_at desc;
end $$;
select move_lodging_prices();
