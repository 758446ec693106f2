import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { lodgingStandard } from '../model/lodging-standard.ts'
import { reckon } from './charge.ts'
import { feeLedger } from './fee-ledger.ts'
import { ledgerSays } from './ledger.ts'
import { chargeYear } from './run.ts'

/** Fen a year; rooms with a bathroom cost more. */
const PRICES: Readonly<Record<string, number>> = { two: 180_000, four: 120_000, six: 90_000, eight: 70_000 }
const BATH = 30_000
const priceOf = (roomType: string): number => (PRICES[roomType.replace('Bath', '')] ?? PRICES.four ?? 0) + (roomType.endsWith('Bath') ? BATH : 0)
/** Per thousand charges of this year: how many are open and how many deferred; for a school of thirty thousand 1,900 and 420. */
const OPEN = 50
const DEFERRED = 14

/** Prices, lodging fees of this and last year with payments as reported by a ledger, and two months of meter readings. */
export async function demoArrears(db: Db): Promise<void> {
  const xn = schoolYearOf(today())
  const before = schoolYearOf(addDays(today(), -365))
  const types = await db.query<{ roomType: string }>(
    sql`select distinct room_type as "roomType" from dorm_room where tenant_id = ${db.me.tenantId} and deleted_at is null order by 1`,
  )
  await db.insertMany(
    lodgingStandard,
    types.map(({ roomType }) => ({ xn: before, roomType, amount: priceOf(roomType), note: '省发改委批复' })),
  )
  for (const year of [before, xn]) await chargeYear(db, year, `${year.slice(0, 4)}-09-30`, (await reckon(db, year)).dues)
  // with fees, their own demo data hand in and pay these
  if (!feeLedger(db)) {
    await db.query(sql`update lodging_charge set bill_line_id = uuidv7() where tenant_id = ${db.me.tenantId}`)
    await asLedgerTold(db, xn)
  }
  await meters(db)
  await db.query(sql`analyze lodging_charge, room_utility`)
}
/** All paid except a few of this year, some of them the demo counsellor's students. */
async function asLedgerTold(db: Db, xn: string): Promise<void> {
  const lines = await db.query<{ billLineId: string; due: number; xn: string; n: number; isNear: boolean }>(sql`select c.bill_line_id as "billLineId", c.due::float8 as due, c.xn,
      row_number() over (partition by c.xn order by md5(c.student_id::text))::int as n,
      coalesce(c.class_id in ${counselledClasses(db)}, false) as "isNear"
    from lodging_charge c where c.tenant_id = ${db.me.tenantId}`)
  const until = addDays(today(), 60)
  await ledgerSays(
    db,
    lines.map(({ billLineId, due, n, isNear, xn: year }) => {
      const at = (n * 37) % 1000
      const isThisYear = year === xn
      if (isThisYear && at < DEFERRED) return { billLineId, paid: 0, deferred: due, deferredUntil: until }
      const isOpen = isThisYear && (at < DEFERRED + OPEN || (isNear && at % 9 === 0))
      return { billLineId, paid: isOpen ? (n % 3 ? 0 : Math.round(due / 2)) : due, deferred: 0, deferredUntil: null }
    }),
  )
}
/** Electricity and water of every occupied room for last month and this; some balances are low. */
const meters = (db: Db) =>
  db.query(sql`insert into room_utility (tenant_id, room_id, kind, reading, amount, balance, read_at, sharers, share)
    select ${db.me.tenantId}, x.room_id, x.kind, x.base + x.used * (x.n + 1), x.cost, case when x.n = 1 and x.dice % 23 = 0 then 400 + x.dice % 500 else 4000 + x.dice * 13 % 9000 end, x.at, x.people, round(x.cost / x.people)
    from (select r.room_id, r.people, k.kind, m.n, abs(hashtext(r.room_id::text || k.kind)::bigint) as dice, 800 + abs(hashtext(r.room_id::text)) % 900 as base,
        case k.kind when 'electric' then 20 else 4 end * r.people + abs(hashtext(r.room_id::text)) % 30 as used,
        (case k.kind when 'electric' then 20 * 52 else 4 * 310 end * r.people)::bigint as cost, (${today()}::date - 34 + m.n * 30 + time '08:00') at time zone 'Asia/Shanghai' as at
      from (select room_id, count(*)::int as people from dorm_stay where tenant_id = ${db.me.tenantId} and state = 'checkedIn' and kind <> 'temporary' group by 1) r
        cross join (values ('electric'), ('water')) k(kind) cross join (values (0), (1)) m(n)) x`)
