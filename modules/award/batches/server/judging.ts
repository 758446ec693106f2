import sql from 'sql-template-tag'
import { type Facts, factsIn } from '#flow/index.ts'
import { oneStudent } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { Subject } from '../../items/model/award-item.ts'
import { OUTSTANDING } from '../../items/model/checks.ts'
import { type ConditionResult, factsFor, factsOfGroup, groupFacts, type Reader, readerOf, tell } from '../../items/server/api.ts'
import type { FrozenItem } from '../model/batch.ts'

/** Who or what is judged, and what the application says itself. */
export interface Judged {
  studentId: string
  subjectId: string
  isOutstanding?: boolean | null
  proofs?: readonly unknown[] | null
}
const isProved = ({ isOutstanding, proofs }: Judged): boolean => Boolean(isOutstanding && proofs?.length)
/** Facts of one student, class or room as of a day. */
export async function factsOf(db: Db, item: FrozenItem, of: Judged, on: string): Promise<Facts> {
  const own = { [OUTSTANDING.name]: isProved(of) }
  if (item.subject !== 'student') return { ...(await factsOfGroup(db, item.subject, of.subjectId, on)), ...own }
  return { ...(await factsFor(db, item.conditions, oneStudent(of.studentId), on))(of.studentId), ...own }
}
/** Facts of one student for several items, each with whom it honours; those of the student in one statement for each source. */
export async function factsOfItems(db: Db, studentId: string, of: ReadonlyArray<{ item: FrozenItem; subjectId: string }>, on: string): Promise<Facts[]> {
  const conditions = of.flatMap(({ item }) => (item.subject === 'student' ? item.conditions : []))
  const facts = conditions.length ? (await factsFor(db, conditions, oneStudent(studentId), on))(studentId) : {}
  const groups = new Map<Subject, Facts>()
  for (const { item, subjectId } of of) if (item.subject !== 'student' && !groups.has(item.subject)) groups.set(item.subject, await factsOfGroup(db, item.subject, subjectId, on))
  return of.map(({ item }) => ({ ...(groups.get(item.subject) ?? facts), [OUTSTANDING.name]: false }))
}
/** Facts of many cases of an item, those of students in one statement for each source. */
export async function factsOfAll(db: Db, item: FrozenItem, of: ReadonlyArray<Judged & { id: string }>, on: string): Promise<Map<string, Facts>> {
  if (item.subject !== 'student') return new Map(await Promise.all(of.map(async one => [one.id, await factsOf(db, item, one, on)] as const)))
  const facts = await factsFor(db, item.conditions, sql`select unnest(${of.map(o => o.studentId)}::uuid[])`, on)
  return new Map(of.map(one => [one.id, { ...facts(one.studentId), [OUTSTANDING.name]: isProved(one) }]))
}
/** The day by which a case is looked at again: what was frozen counted at first, what has come since counts, too (40-A2). */
export const reviewDay = (factsAsOf: string): string => (today() > factsAsOf ? today() : factsAsOf)
/** A reader who is told everything: applicants of their own cases. */
export const ownReader = async ({ db, me, lang }: Pick<Ctx, 'db' | 'me' | 'lang'>): Promise<Reader> => readerOf(db, me, lang, { isOwn: true, more: await groupFacts(db) })
export const staffReader = async ({ db, me, lang }: Pick<Ctx, 'db' | 'me' | 'lang'>): Promise<Reader> => readerOf(db, me, lang, { more: await groupFacts(db) })
export const toldOf = (item: FrozenItem, facts: Facts, reader: Reader): ConditionResult[] => tell(item.conditions, facts, reader)
/** What a case keeps of its conditions. */
export const checksOf = (told: readonly ConditionResult[]) => told.map(({ name, result }) => ({ name, result }))
/** What keeps somebody from an item, as one text. */
export const whyNot = (told: readonly ConditionResult[]): string =>
  told
    .filter(t => t.result === 'fail' || t.result === 'proof')
    .map(t => (t.why.length ? t.why.join('；') : t.name))
    .join('；')
/** Facts that a list shows side by side: those the item asks for. */
export const shownFacts = (item: FrozenItem): string[] => [...new Set(item.conditions.flatMap(c => factsIn(c.when)))].filter(name => name !== OUTSTANDING.name)
