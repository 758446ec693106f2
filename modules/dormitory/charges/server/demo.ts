import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'

/** Electricity and water of every occupied room for last month and this; some balances are low. What beds cost is charged where the prices are. */
export async function demoMeters(db: Db): Promise<void> {
  await db.query(sql`insert into room_utility (tenant_id, room_id, kind, reading, amount, balance, read_at, sharers, share)
    select ${db.me.tenantId}, x.room_id, x.kind, x.base + x.used * (x.n + 1), x.cost, case when x.n = 1 and x.dice % 23 = 0 then 400 + x.dice % 500 else 4000 + x.dice * 13 % 9000 end, x.at, x.people, round(x.cost / x.people)
    from (select r.room_id, r.people, k.kind, m.n, abs(hashtext(r.room_id::text || k.kind)::bigint) as dice, 800 + abs(hashtext(r.room_id::text)) % 900 as base,
        case k.kind when 'electric' then 20 else 4 end * r.people + abs(hashtext(r.room_id::text)) % 30 as used,
        (case k.kind when 'electric' then 20 * 52 else 4 * 310 end * r.people)::bigint as cost, (${today()}::date - 34 + m.n * 30 + time '08:00') at time zone 'Asia/Shanghai' as at
      from (select room_id, count(*)::int as people from dorm_stay where tenant_id = ${db.me.tenantId} and state = 'checkedIn' and kind <> 'temporary' group by 1) r
        cross join (values ('electric'), ('water')) k(kind) cross join (values (0), (1)) m(n)) x`)
  await db.query(sql`analyze room_utility`)
}
