import sql, { type Sql } from 'sql-template-tag'
import type { Dictionary, Entity } from '#model'
import { WEEKDAYS } from '#model/week.ts'
import type { Db } from '../context.ts'
import { labelsOf } from '../params/dictionaries.ts'

/** How rows are split into groups. Rows without a key count in the total only. */
export interface Grouping {
  key: Sql
  /** Labels of keys, in Chinese; `grouped` says them in the reader's language, since a page loads the texts of its own module only. */
  labels: (db: Db, keys: readonly string[]) => Promise<(key: string) => string>
  /** By key, as days are; otherwise the largest group first. */
  isOrdered: boolean
  /** A split that may reveal something about a person, such as the type of a leave: readers who may not list the rows see no group below `privacy.minCell`. */
  isPersonal?: boolean
  /** Most groups answered. */
  most?: number
}
type Options = Pick<Grouping, 'isPersonal' | 'most'>
const SHORT: Readonly<Record<string, string>> = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' }
const unchanged = async () => (key: string) => key
/** Local time of the school of a timestamp, for the groupings by time. */
export const atSchool = (at: Sql): Sql => sql`${at} at time zone 'Asia/Shanghai'`
/** By day, month or year of a date or local time. Keys `2026-09-14`, `2026-09`, `2026`. */
export const periodGroup = (on: Sql, period: 'day' | 'month' | 'year' = 'day', options: Options = {}): Grouping => valueGroup(sql`to_char(${on}, ${SHORT[period]})`, options)
/** By weekday of a date; keys 1 (Monday) to 7. */
export const weekdayGroup = (on: Sql): Grouping => ({
  key: sql`extract(isodow from ${on})::int`,
  labels: async () => key => WEEKDAYS[Number(key) - 1] ?? key,
  isOrdered: true,
})
/** By hour of a local time; keys 00 to 23. */
export const hourGroup = (at: Sql): Grouping => ({ key: sql`to_char(${at}, 'HH24')`, labels: async () => key => `${key}:00`, isOrdered: true })
/** By what is its own label, in its order: a grade, a school year. */
export const valueGroup = (value: Sql, options: Options = {}): Grouping => ({ key: value, labels: unchanged, isOrdered: true, ...options })
/** By a code fixed in the program. */
export const choiceGroup = (column: Sql, choices: Readonly<Record<string, string>>, options: Options = {}): Grouping => ({
  key: column,
  labels: async () => key => choices[key] ?? key,
  isOrdered: false,
  ...options,
})
/** By a code of a set, labelled as the school labels it. */
export const dictGroup = (column: Sql, of: Dictionary, options: Options = {}): Grouping => ({
  key: column,
  labels: db => labelsOf(db, of),
  isOrdered: false,
  ...options,
})
/** By a referenced row, labelled with its title: `entityGroup(sql`department_id`, department)`. */
export const entityGroup = (column: Sql, to: Entity, options: Options = {}): Grouping => ({
  key: column,
  async labels(db, keys) {
    const title = to.options.title ?? 'id'
    const rows = to.options.cached ? await db.cached(to) : new Map((await db.unscoped(to).all({ id: keys } as never)).map(row => [row.id, row])) // titles of rows that counted rows in scope refer to
    return key => String((rows.get(key) as Record<string, unknown> | undefined)?.[title] ?? '—')
  },
  isOrdered: false,
  ...options,
})
