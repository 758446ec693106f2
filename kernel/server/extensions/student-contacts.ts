import sql, { join, type Sql } from 'sql-template-tag'
import { extensionPoint, type Registration } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** How a module knows that somebody was in touch with a student. */
export interface ContactSource extends Registration {
  kind: 'contact'
  /** `{module}.{name}` */
  code: string
  /** A talk is what a counsellor does; `takingPart` is what the student does. */
  way: 'talk' | 'takingPart'
  /** One select of `student_id` and `on` (date of the school), of all students of the school. */
  find(db: Db): Sql
}
export const contactSources = extensionPoint<ContactSource>('contact', { id: s => s.code })
/** Declares contacts of a module with students; default export of a server file. */
export const contactSource = (source: Omit<ContactSource, 'kind'>): ContactSource => contactSources.make(source)
/**
 * On which days there were contacts of these ways: a subselect of `student_id` and `days` (multirange of dates), one row a student. It names no day, so that in a `with … as materialized` it is
 * found once for all days of a trend.
 */
export function contactDays(db: Db, ways: ReadonlyArray<ContactSource['way']>): Sql {
  const contacts = contactsOf(db, ways)
  return contacts
    ? sql`(select c.student_id, range_agg(daterange(c."on", c."on", '[]')) as days from ${contacts} c where c."on" is not null group by 1)`
    : sql`(select null::uuid as student_id, '{}'::datemultirange as days where false)`
}
/** All contacts of these ways, as a subselect; undefined where no module knows of any. */
function contactsOf(db: Db, ways: ReadonlyArray<ContactSource['way']>): Sql | undefined {
  const found = db.registered(contactSources).filter(s => ways.includes(s.way))
  return found.length
    ? sql`(${join(
        found.map(s => s.find(db)),
        ' union all ',
      )})`
    : undefined
}
