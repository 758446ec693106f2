-- Quotas of running awards of civilised rooms become seats: of each college as many as it may have, at least those that have passed; one used by each room that has passed.
with quotas as (
  select r.tenant_id, r.id as round_id, coalesce(m.college::text, '*') as holder, greatest(1, floor(count(*) * r.quota_percent / 100.0))::int as quota
  from civilised_round r join lateral (
    select mode() within group (order by t.department_id) as college from dorm_stay s join student t on t.tenant_id = s.tenant_id and t.id = s.student_id
    where s.tenant_id = r.tenant_id and s.state = 'checkedIn' and s.kind <> 'temporary' group by s.room_id) m on true
  where r.state in ('published', 'paused', 'closed') group by r.tenant_id, r.id, r.quota_percent, 3),
passed as (
  select tenant_id, round_id, coalesce(department_id::text, '*') as holder, count(*)::int as used from civilised_room where state in ('approved', 'publicised', 'awarded') group by 1, 2, 3)
insert into seat_balance (tenant_id, round_id, holder, issued, used)
  select tenant_id, round_id, holder, greatest(coalesce(q.quota, 0), coalesce(p.used, 0)), coalesce(p.used, 0) from quotas q full join passed p using (tenant_id, round_id, holder)
  on conflict do nothing;
insert into seat_entry (tenant_id, account_id, kind, amount, source_type, source_id, source_seq, reason)
  select b.tenant_id, b.id, 'issue', b.issued, 'civilisedRound', b.id::text, 1, '按房间数下达' from seat_balance b join civilised_round r on r.tenant_id = b.tenant_id and r.id = b.round_id where b.issued > 0
  on conflict do nothing;
insert into seat_entry (tenant_id, account_id, kind, amount, source_type, source_id, source_seq)
  select c.tenant_id, b.id, k.kind, 1, 'civilisedRoom', c.id::text, 1
  from civilised_room c join seat_balance b on b.tenant_id = c.tenant_id and b.round_id = c.round_id and b.holder = coalesce(c.department_id::text, '*')
    cross join (values ('hold'), ('use')) k(kind)
  where c.state in ('approved', 'publicised', 'awarded') on conflict do nothing;
