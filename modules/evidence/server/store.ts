import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { calendarOf, dayAt } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { EVIDENCE_KINDS, type EvidenceFact, evidenceStores } from '#server/extensions/evidence.ts'
import { evidence, REVERSED } from '../model/evidence.ts'
import { askForCorrections } from './uses.ts'

export type Entry = Row<typeof evidence>
/** A fact with what only a declaration has: files, tied to the entry by its id. */
export interface Stated extends EvidenceFact {
  id?: string
  files?: readonly string[]
}
const COMPARED = ['occurredOn', 'level', 'place', 'teamRole', 'teamSize', 'quantity', 'achievementKey', 'title'] as const
const keyOf = (of: { studentId: string; kind: string; sourceId: string }): string => `${of.studentId} ${of.kind} ${of.sourceId}`
const isSame = (entry: Entry, fact: EvidenceFact): boolean => COMPARED.every(name => (entry[name] ?? null) === (fact[name] ?? null))
/** As it is kept, so that what is stated again is found to be the same. */
const asKept = <F extends EvidenceFact>(fact: F): F => (typeof fact.quantity === 'number' ? { ...fact, quantity: Math.round(fact.quantity * 100) / 100 } : fact)

/** 50-EV3: what is no evidence is refused, whoever states it. */
function check(fact: EvidenceFact): void {
  if (!EVIDENCE_KINDS.includes(fact.kind)) throw refusalOf(evidence, 'kind', { kind: fact.kind }, 'kind')
  if (fact.occurredOn > today()) throw refusalOf(evidence, 'future', { day: fact.occurredOn }, 'occurredOn')
}
/** Whoever settles the same source, or reverses an entry of it, waits until this transaction ends: entries themselves cannot be locked, since they are inserted only. */
export const lockSource = (db: Db, sourceType: string): Promise<unknown> =>
  db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`evidence ${db.me.tenantId} ${sourceType}`}, 0))`)
/** What was kept of these rows of a source. */
async function keptOf(db: Db, sourceType: string, sourceIds: readonly string[]) {
  await lockSource(db, sourceType)
  const rows = await db.unscoped(evidence).all({ sourceType, sourceId: [...sourceIds] }) // the program keeps what the source states
  const reversed = await reversedAmong(
    db,
    rows.map(r => r.id),
  )
  return { rows, standing: rows.filter(r => !reversed.has(r.id)) }
}
/** Which of these entries a reversal stands against. */
export async function reversedAmong(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ id: string; reason: string | null }>(
    sql`select reverses_id as id, reason from evidence where tenant_id = ${db.me.tenantId} and reverses_id is not null and reverses_id = any(${[...ids]}::uuid[])`,
  )
  return new Map(found.map(f => [f.id, f.reason ?? '']))
}
/** 50-EV2: makes what stands of these sources equal to the facts, in one transaction: what has changed is reversed and entered anew, what is stated again stays as it is. */
export async function settleEvidence(db: Db, sourceType: string, sourceIds: readonly string[], facts: readonly Stated[], reason: string): Promise<void> {
  for (const fact of facts) check(fact)
  await db.tx(async tx => {
    const { rows, standing } = await keptOf(tx, sourceType, sourceIds)
    const factBy = new Map(facts.map(fact => [keyOf(fact), asKept(fact)]))
    const { kept = [], stale = [] } = Object.groupBy(standing, entry => {
      const fact = factBy.get(keyOf(entry))
      return fact && isSame(entry, fact) ? 'kept' : 'stale'
    })
    await reverseEntries(tx, stale, reason)
    const highest = new Map<string, number>()
    for (const row of rows) highest.set(keyOf(row), Math.max(highest.get(keyOf(row)) ?? 0, row.sourceSeq + 1))
    for (const entry of kept) factBy.delete(keyOf(entry))
    await enter(
      tx,
      [...factBy].map(([key, fact]) => ({ ...fact, sourceType, sourceSeq: highest.get(key) ?? 0 })),
    )
  })
}
/** Entries with where the student was at the time of the entry. */
async function enter(db: Db, facts: ReadonlyArray<Stated & { sourceType: string; sourceSeq: number }>): Promise<void> {
  if (!facts.length) return
  const places = await db.query<Pick<Entry, 'grade' | 'departmentId' | 'majorId' | 'classId'> & { id: string }>(
    sql`select id, grade, department_id as "departmentId", major_id as "majorId", class_id as "classId" from student where tenant_id = ${db.me.tenantId} and id = any(${facts.map(f => f.studentId)}::uuid[])`,
  )
  const placeOf = new Map(places.map(({ id, ...place }) => [id, place]))
  const book = await calendarOf(db)
  const drafts = facts.flatMap(({ files, ...fact }) => {
    const place = placeOf.get(fact.studentId)
    const { xn = null, xqM = null } = dayAt(book, fact.occurredOn) ?? {}
    return place ? [{ ...fact, ...place, xn, xqM, files: files ? [...files] : [], id: fact.id ?? uuidv7() }] : []
  })
  await db.insertMany(evidence, drafts, { history: false })
  await db.emitMany(
    'evidence.posted',
    drafts.map(({ id, studentId, kind, level }) => ({ evidenceId: id, studentId, kind, level: level ?? null })),
  )
}
/** Puts a reversal against each of these entries; one that has one already keeps it. Owners of results that are locked are asked to look (50-EV5). */
export async function reverseEntries(db: Db, entries: readonly Entry[], reason: string): Promise<void> {
  if (!entries.length) return
  const drafts = entries.map(entry => {
    const { studentId, occurredOn, xn, xqM, kind, level, place, teamRole, teamSize, quantity, achievementKey, title, grade, departmentId, majorId, classId } = entry
    const said = { studentId, occurredOn, xn, xqM, kind, level, place, teamRole, teamSize, quantity, achievementKey, title, grade, departmentId, majorId, classId }
    return { ...said, sourceType: REVERSED, sourceId: entry.id, sourceSeq: 0, reversesId: entry.id, reason: reason.slice(0, 200), files: [] }
  })
  await db.insertMany(evidence, drafts, { history: false })
  await db.emitMany(
    'evidence.reversed',
    entries.map(({ id, studentId, kind, level }) => ({ evidenceId: id, studentId, kind, level })),
  )
  await askForCorrections(db, entries)
}
export default evidenceStores.make({ settle: settleEvidence })
