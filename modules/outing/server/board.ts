import sql, { empty, type Sql } from 'sql-template-tag'
import type { Ctx, Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { outingTransport } from '../model/going-out.ts'
import { CHOICES, holidayDestination } from '../model/holiday.ts'
import { destinationTask } from '../model/holiday-actions.ts'
import type { Plan } from './plans.ts'
import { regionNames } from './regions.ts'

interface Count {
  key: string
  count: number
}
const grouped = (db: Db, by: Sql, from: Sql): Promise<Count[]> =>
  db.query<Count>(sql`select ${by} as key, count(*)::int as count ${from} and ${by} is not null group by 1 order by 2 desc, 1`)

/** Answers of a holiday by choice, transport, region and day, within the reader's scope. */
export async function splitsOf({ db }: Pick<Ctx, 'db'>, { id }: Plan, { departmentId }: { departmentId?: string | null }) {
  const rows = db.visibleFor(holidayDestination, destinationTask.board.permission).rows()
  const from = sql`from ${rows} d where d.plan_id = ${id} and d.answered_at is not null ${departmentId ? sql`and d.department_id = ${departmentId}` : empty}`
  const [byChoice, byTransport, byProvince, byCity, byDay] = await Promise.all([
    grouped(db, sql`d.choice`, from),
    grouped(db, sql`d.transport`, from),
    grouped(db, sql`left(d.canton_code, 2) || '0000'`, from),
    grouped(db, sql`left(d.canton_code, 4) || '00'`, from),
    db.query<{
      date: string
      leaving: number
      returning: number
    }>(sql`select x.date::text as date, count(*) filter (where x.is_out)::int as leaving, count(*) filter (where not x.is_out)::int as returning
      from (select (d.leave_at at time zone 'Asia/Shanghai')::date as date, true as is_out ${from} and d.leave_at is not null
        union all select (d.back_planned at time zone 'Asia/Shanghai')::date, false ${from} and d.back_planned is not null) x group by 1 order by 1`),
  ])
  const [{ short }, transports] = [await regionNames(db), await itemsOf(db, outingTransport.code)]
  const named = (counts: readonly Count[], nameOf: (key: string) => string) => counts.map(c => ({ ...c, label: nameOf(c.key) }))
  return {
    byChoice: named(byChoice, key => CHOICES[key as keyof typeof CHOICES] ?? key),
    byTransport: named(byTransport, key => transports.get(key)?.dictionaryValue ?? key),
    byProvince: named(byProvince, short),
    byCity: named(byCity, short),
    byDay,
  }
}
