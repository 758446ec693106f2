import sql, { empty, join, type Sql } from 'sql-template-tag'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** What a module gives students out of public or donated money, or forgoes of what they owe. */
export interface StudentAid extends Registration {
  kind: 'studentAid'
  code: string
  /** Kind of aid: 奖学金, 助学金. */
  label: string
  /**
   * What was granted to these students in a school year (a text expression) and still holds, whether paid or not: a select of `id` (student), `name`, `amount` (fen) and `day` (date). With a day
   * (it may be a column), also what was taken back after it.
   */
  granted(db: Db, students: Sql, xn: Sql, heldOn?: Sql): Sql
  /** Who of these students has it on a day of that year before anything was granted, as a post has: a select of `id`. */
  held?(db: Db, students: Sql, xn: Sql, day: Sql): Sql
}
export const studentAids = extensionPoint<StudentAid>('studentAid', { id: s => s.code })
/** Declares a kind of aid; default export of a server file. */
export const studentAid = (given: Omit<StudentAid, 'kind'>): StudentAid => studentAids.make(given)

/** All aid of these students in a school year: a select of `id`, `code`, `label`, `name`, `amount` (fen) and `day`. Undefined where no module gives any. */
export function aidOf(db: Db, students: Sql, year: string | Sql, heldOn?: Sql): Sql | undefined {
  const xn = typeof year === 'string' ? sql`${year}::text` : year
  const parts = db
    .registered(studentAids)
    .map(s => sql`select g.id, ${s.code}::text as code, ${s.label}::text as label, g.name, g.amount::float8 as amount, g.day from (${s.granted(db, students, xn, heldOn)}) g`)
  return parts.length ? join(parts, ' union all ') : undefined
}

/** Who of these students has been granted anything of a school year by a day in it, or holds a post then: a select of `id`. Both may be columns. */
export function aidedBy(db: Db, students: Sql, xn: Sql, day: Sql): Sql {
  const granted = aidOf(db, students, xn, day)
  const parts = [
    ...(granted ? [sql`select g.id from (${granted}) g where g.day <= ${day}`] : []),
    ...db.registered(studentAids).flatMap(s => (s.held ? [sql`select h.id from (${s.held(db, students, xn, day)}) h`] : [])),
  ]
  return parts.length ? join(parts, ' union ') : sql`select null::uuid as id where false`
}

/** How students ask for help with what they owe or lack, whatever comes of it. */
export interface AidRequest extends Registration {
  kind: 'aidRequest'
  code: string
  /** When these students asked: a select of `id` and `at`. Requests that were taken back do not count. */
  asked(db: Db, students: Sql): Sql
}
const aidRequests = extensionPoint<AidRequest>('aidRequest', { id: s => s.code })
/** Declares a way of asking for aid; default export of a server file. */
export const aidRequest = (given: Omit<AidRequest, 'kind'>): AidRequest => aidRequests.make(given)
/** Who of these students has asked for aid since a date, and by another: a select of `id`. */
export function aidAskedFor(db: Db, students: Sql, since: string | Sql, by?: Sql): Sql {
  const from = typeof since === 'string' ? sql`${since}::date` : since
  const parts = db
    .registered(aidRequests)
    .map(
      s =>
        sql`select a.id from (${s.asked(db, students)}) a where (a.at at time zone 'Asia/Shanghai')::date >= ${from} ${by ? sql`and (a.at at time zone 'Asia/Shanghai')::date <= ${by}` : empty}`,
    )
  return parts.length ? join(parts, ' union ') : sql`select null::uuid as id where false`
}
