import sql from 'sql-template-tag'
import { type Issue, Refusal, type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { COMPLETE_STATES } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { type Batch, sittings } from '../../entry/server/api.ts'
import type { ATTENDANCE } from '../../seating/model/seat.ts'
import { attendances } from '../../seating/server/api.ts'
import { examFormula } from '../model/formula.ts'
import { examScore, type Flag } from '../model/score.ts'
import { enterScores, MOST_LINES, voidScore } from '../model/score-actions.ts'
import { type ScoreLine, scoreLines } from './score-lines.ts'

type Score = Row<typeof examScore>
interface Sitting {
  id: string
  ksh: string
  name: string
  sits: boolean
  isExempt: boolean
  /** What was noted at the door. */
  attendance: keyof typeof ATTENDANCE | null
}
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(examScore, key, values, field)
}
const issueOf = (key: string, values: Record<string, unknown>): Issue => refusalOf(examScore, key, values, 'lines').issues[0] as Issue

/** The batch, locked: scores are entered, published and frozen one after the other. */
export async function lockScoring(db: Db, batchId: string): Promise<Batch> {
  const batch = await db.unscoped(examBatch).lock(batchId) // published to everybody; the permission is for all batches
  if (batch.scoresAt) refuse('published', { name: batch.name, at: schoolTimeText(batch.scoresAt) })
  return batch
}
/** Those of the numbers, of candidates or of tickets, that are registered in the batch, and whether they sit the subject. */
async function sittingsOf({ db, me }: { db: Db; me: Db['me'] }, batchId: string, subject: string, numbers: readonly string[]): Promise<Map<string, Sitting>> {
  const found = await db.query<
    Sitting & { zkzh: string | null }
  >(sql`select a.id, a.ksh, p.zkzh, a.name, s.id is not null as sits, coalesce(s.is_exempt, false) as "isExempt", d.attendance
    from exam_application a join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id left join ${sittings(me.tenantId, batchId)} s on s.id = a.id and s.subject = ${subject}
    left join ${attendances(me.tenantId, batchId)} d on d.application_id = a.id and d.subject = ${subject}
    where a.tenant_id = ${me.tenantId} and a.batch_id = ${batchId}::uuid and (a.ksh = any(${[...numbers]}::text[]) or p.zkzh = any(${[...numbers]}::text[])) and a.state = any(${[...COMPLETE_STATES]}::text[])`)
  return new Map(found.flatMap(({ zkzh, ...who }) => [[who.ksh, who] as const, ...(zkzh ? [[zkzh, who] as const] : [])]))
}
/** What is wrong with the lines, all of it at once. */
function faultsOf(lines: readonly ScoreLine[], of: ReadonlyMap<string, Sitting>, full: number): Issue[] {
  const seen = new Set<string>()
  return lines.flatMap(({ n, ksh, flag, value }) => {
    const who = of.get(ksh)
    if (!who) return [issueOf('unknown', { n, ksh })]
    const isTwice = seen.has(who.id)
    seen.add(who.id)
    if (isTwice) return [issueOf('lineTwice', { n, ksh })]
    if (!who.sits) return [issueOf('notSitting', { n, name: who.name })]
    if (who.isExempt) return [issueOf('exempted', { n, name: who.name })]
    if (who.attendance === 'absent' && flag !== 'absent') return [issueOf('wasAbsent', { n, name: who.name })]
    if (who.attendance === 'violation' && flag === 'normal') return [issueOf('hadViolation', { n, name: who.name })]
    return value !== null && value > full ? [issueOf('overFull', { n, value, full })] : []
  })
}
type Entries = Pick<Score, 'firstBy' | 'secondBy' | 'entry1' | 'flag1' | 'entry2' | 'flag2'>
/** With the caller's entry in the caller's place; undefined where two others have entered. */
function entered(was: Score | undefined, by: string, flag: Flag, value: number | null): Entries | undefined {
  const { firstBy, secondBy, entry1, flag1, entry2, flag2 } = was ?? { firstBy: null, secondBy: null, entry1: null, flag1: null, entry2: null, flag2: null }
  if (!firstBy || firstBy === by) return { firstBy: by, entry1: value, flag1: flag, secondBy, entry2, flag2 }
  if (!secondBy || secondBy === by) return { firstBy, entry1, flag1, secondBy: by, entry2: value, flag2: flag }
  return undefined
}
/** A score is what both have entered; with one entry there is none yet. */
function settled(of: Entries): Pick<Score, 'value' | 'flag' | 'isDiffering'> {
  if (!of.firstBy || !of.secondBy) return { value: null, flag: null, isDiffering: false }
  const isSame = of.flag1 === of.flag2 && of.entry1 === of.entry2
  return { value: isSame ? of.entry1 : null, flag: isSame ? of.flag1 : null, isDiffering: !isSame }
}
/** 30-ES1: whole lists, all lines or none. */
const enter = handle(enterScores, async (ctx, { batchId, subject, lines: text }) => {
  const { db, me } = ctx
  await lockScoring(db, batchId)
  const formula = (await db.unscoped(examFormula).find({ batchId, subject })) ?? refuse('noFormula', { subject: subjectText(subject) }, 'subject') // rule of the batch
  const given = scoreLines(text)
  if (!given.length) refuse('noLines', {}, 'lines')
  if (given.length > MOST_LINES) refuse('tooMany', { most: MOST_LINES, count: given.length }, 'lines')
  const lines = given.flatMap(one => ('fault' in one ? [] : [one]))
  const of = await sittingsOf(
    ctx,
    batchId,
    subject,
    lines.map(l => l.ksh),
  )
  const issues = [...given.flatMap(one => ('fault' in one ? [issueOf('line', { n: one.n, line: one.fault })] : [])), ...faultsOf(lines, of, formula.full)]
  if (issues.length) throw new Refusal(422, issues)
  const ids = [...new Set([...of.values()].map(w => w.id))]
  const before = new Map((await db.unscoped(examScore).all({ applicationId: ids, subject })).map(s => [s.applicationId, s])) // of the batch, which is locked
  const drafts = lines.map(({ n, ksh: number, flag, value }) => {
    const { id: applicationId, ksh, name } = of.get(number) as Sitting
    const entries = entered(before.get(applicationId), me.userId, flag, value)
    if (!entries) throw new Refusal(422, [issueOf('taken', { n, name })])
    return { batchId, applicationId, ksh, name, subject, ...entries, ...settled(entries) }
  })
  await db.upsert(examScore, ['applicationId', 'subject'], drafts)
  return { entered: drafts.length, differing: drafts.filter(d => d.isDiffering).length }
})
const settle = handle(voidScore, async ({ db, me }, { id, reason }) => {
  const { batchId } = await db.visible(examScore).one(id)
  await lockScoring(db, batchId)
  const row = await db.visible(examScore).lock(id)
  if (!row.isDiffering) refuse('notDiffering', { name: row.name })
  if (row.firstBy === me.userId || row.secondBy === me.userId) refuse('ownEntry', { name: row.name })
  const none = { firstBy: null, secondBy: null, entry1: null, flag1: null, entry2: null, flag2: null }
  await db.update(examScore, id, { ...none, isDiffering: false, voidReason: reason })
})
export default [enter, settle]
