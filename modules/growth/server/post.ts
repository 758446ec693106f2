import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { termOf } from '#modules/campus/model/calendar-rules.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { studentsOf, withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { growthEntry } from '../model/entry.ts'
import { GROWTH_MESSAGES } from '../model/messages.ts'
import { lockCaps, recount } from './count.ts'

export type Entry = Row<typeof growthEntry>
/** Something a student has earned, stated by the module that knows it. */
export interface GrowthDraft {
  studentId: string
  /** A code of the dictionary growthCategory. */
  category: string
  title: string
  hours?: number | null
  points?: number | null
  labourHours?: number | null
  bizDate: string
  /** The entity of the row it comes from, the row, and a number where the row has several: unique together. */
  sourceType: string
  sourceId: string
  sourceSeq?: number
  /** Who answers for it. */
  confirmerId?: string | null
  makerId?: string | null
  reason?: string | null
}
const REVERSAL = 'reversal'
const keyOf = (of: Pick<GrowthDraft, 'sourceType' | 'sourceId' | 'sourceSeq'>): string => `${of.sourceType} ${of.sourceId} ${of.sourceSeq ?? 1}`
const earliest = (days: readonly string[]): string => days.toSorted()[0] ?? ''
const PREFIX = 'CZ'
const aboutEntry: MessageAbout<Entry> = { bizType: growthEntry.name, link: () => '/growth/mine', values: ({ title, bizDate }) => ({ title, day: bizDate }) }

/** Posts entries and returns their ids in this order. A source that is in the ledger already answers the entry it has (60 §0). */
export const postGrowth = (db: Db, drafts: readonly GrowthDraft[]): Promise<string[]> =>
  db.tx(async tx => {
    if (!drafts.length) return []
    await lockCaps(tx, { isChange: false })
    const students = await studentsOf(
      tx,
      drafts.map(d => d.studentId),
      { lock: true },
    )
    const { terms } = await calendarOf(tx)
    const numbers = await serialNosOn(
      tx,
      PREFIX,
      'growth_entry_seq',
      drafts.map(() => today()),
    )
    const rows = drafts.map((draft, n) => {
      const { bizDate, hours, points, labourHours } = draft
      if (bizDate > today()) throw refusalOf(growthEntry, 'future', { day: bizDate }, 'bizDate')
      if (!hours && !points && !labourHours) throw refusalOf(growthEntry, 'nothing', {}, 'hours')
      const term = termOf(terms, bizDate)
      if (!term) throw refusalOf(growthEntry, 'noTerm', { day: bizDate }, 'bizDate')
      const who = students.get(draft.studentId)
      const place = { grade: who?.grade ?? null, departmentId: who?.departmentId ?? null, classId: who?.classId ?? null }
      const amounts = { hours: hours ?? 0, points: points ?? 0, labourHours: labourHours ?? 0 }
      return { id: uuidv7(), sourceSeq: 1, ...draft, ...amounts, ...place, entryNo: numbers[n] as string, xn: term.xn, xqM: term.xqM }
    })
    await tx.insertMany(growthEntry, rows, { skipExisting: true, history: false })
    await recount(
      tx,
      drafts.map(d => d.studentId),
      earliest(drafts.map(d => d.bizDate)),
    )
    const stored = await tx.unscoped(growthEntry).all({ sourceType: [...new Set(drafts.map(d => d.sourceType))], sourceId: [...new Set(drafts.map(d => d.sourceId))] }) // of the caller's sources
    const fresh = new Set(rows.map(r => r.id))
    await tell(
      tx,
      'posted',
      stored.filter(e => fresh.has(e.id)),
    )
    const byKey = new Map(stored.map(e => [keyOf(e), e.id]))
    return drafts.map(d => byKey.get(keyOf(d)) ?? '')
  })
/** Puts a reversal against each of these entries, and returns those that had none; called again, it changes nothing. */
export const reverseGrowth = (db: Db, ids: readonly string[], reason: string): Promise<string[]> =>
  db.tx(async tx => {
    const entries = await tx.unscoped(growthEntry).all({ id: [...ids] }) // the caller names entries of its own sources, or in its scope
    if (!entries.length) return []
    await lockCaps(tx, { isChange: false })
    await studentsOf(
      tx,
      entries.map(e => e.studentId),
      { lock: true },
    )
    const numbers = await serialNosOn(
      tx,
      PREFIX,
      'growth_entry_seq',
      entries.map(() => today()),
    )
    const reversalIds = entries.map(() => uuidv7())
    const drafts = entries.map((entry, n) => {
      const { studentId, category, title, bizDate, xn, xqM, grade, departmentId, classId, hours, points, labourHours } = entry
      const amounts = { hours: -hours, points: -points, labourHours: -labourHours }
      const source = { sourceType: REVERSAL, sourceId: entry.id, sourceSeq: 1, reversesId: entry.id, reason: reason.slice(0, 200), confirmerId: tx.me.userId || null }
      return { studentId, category, title, bizDate, xn, xqM, grade, departmentId, classId, ...amounts, ...source, entryNo: numbers[n] as string, id: reversalIds[n] as string }
    })
    await tx.insertMany(growthEntry, drafts, { skipExisting: true, history: false })
    const made = await tx.unscoped(growthEntry).all({ id: reversalIds }) // those that no other call was faster with
    const done = new Set(made.map(m => m.reversesId))
    const reversed = entries.filter(e => done.has(e.id))
    if (!reversed.length) return []
    await recount(
      tx,
      reversed.map(e => e.studentId),
      earliest(reversed.map(e => e.bizDate)),
    )
    await tell(tx, 'reversed', reversed, reason)
    return reversed.map(e => e.id)
  })
async function tell(db: Db, what: 'posted' | 'reversed', entries: readonly Entry[], why = ''): Promise<void> {
  await db.emitMany(
    `growth.${what}`,
    entries.map(({ id, studentId, category, countedHours, labourHours, bizDate, title }) => ({ entryId: id, studentId, category, countedHours, labourHours, bizDate, title })),
  )
  const people = await withStudents(db, entries)
  await notifyAbout(
    db,
    GROWTH_MESSAGES[what],
    aboutEntry,
    people.map(({ row, who }) => ({ row, who, more: what === 'posted' ? { hours: row.hours, points: row.points, labour: row.labourHours } : { why } })),
  )
}
/** Which of these entries a reversal stands against, and why. */
export async function reversedAmong(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ id: string; reason: string }>(
    sql`select reverses_id as id, coalesce(reason, '') as reason from growth_entry where tenant_id = ${db.me.tenantId} and reverses_id is not null and reverses_id = any(${[...ids]}::uuid[])`,
  )
  return new Map(found.map(f => [f.id, f.reason]))
}
