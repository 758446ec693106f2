import sql, { join, type Sql } from 'sql-template-tag'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** What a module gives students out of public or donated money, or forgoes of what they owe. */
export interface StudentAid extends Registration {
  kind: 'studentAid'
  code: string
  /** Kind of aid: 奖学金, 助学金. */
  label: string
  /** What was granted to these students in a school year and still holds, whether paid or not: a select of `id` (student), `name`, `amount` (fen) and `day` (date). */
  granted(db: Db, students: Sql, xn: string): Sql
}
export const studentAids = extensionPoint<StudentAid>('studentAid', { id: s => s.code })
/** Declares a kind of aid; default export of a server file. */
export const studentAid = (given: Omit<StudentAid, 'kind'>): StudentAid => studentAids.make(given)

/** All aid of these students in a school year: a select of `id`, `code`, `label`, `name`, `amount` (fen) and `day`. Undefined where no module gives any. */
export function aidOf(db: Db, students: Sql, xn: string): Sql | undefined {
  const parts = db
    .registered(studentAids)
    .map(s => sql`select g.id, ${s.code}::text as code, ${s.label}::text as label, g.name, g.amount::float8 as amount, g.day from (${s.granted(db, students, xn)}) g`)
  return parts.length ? join(parts, ' union all ') : undefined
}

/** How students ask for help with what they owe or lack, whatever comes of it. */
export interface AidRequest extends Registration {
  kind: 'aidRequest'
  code: string
  /** Who of these students has asked since a date, or asks now: a select of `id`. Requests that were taken back do not count. */
  asked(db: Db, students: Sql, from: string): Sql
}
const aidRequests = extensionPoint<AidRequest>('aidRequest', { id: s => s.code })
/** Declares a way of asking for aid; default export of a server file. */
export const aidRequest = (given: Omit<AidRequest, 'kind'>): AidRequest => aidRequests.make(given)
/** Who of these students has asked for aid since a date: a select of `id`. */
export function aidAskedFor(db: Db, students: Sql, from: string): Sql {
  const parts = db.registered(aidRequests).map(s => sql`select a.id from (${s.asked(db, students, from)}) a`)
  return parts.length ? join(parts, ' union ') : sql`select null::uuid as id where false`
}
