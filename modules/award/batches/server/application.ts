import type { Facts } from '#flow/index.ts'
import type { InputOf, Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { type Asking, handleApplication, isInAudience, sayIn } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { awardItem } from '../../items/model/award-item.ts'
import { isMet, mayProve } from '../../items/model/checks.ts'
import type { ConditionResult } from '../../items/server/api.ts'
import { awardApplied } from '../model/application.ts'
import { awardApplication, awardStates, lacksProof } from '../model/application-row.ts'
import { awardBatch, type FrozenItem, isNominating } from '../model/batch.ts'
import { awardSubject } from '../model/flow.ts'
import { achievementsFor } from './achievements.ts'
import { type Batch, itemIn } from './batches.ts'
import { askForProof, caseTodos } from './case-todos.ts'
import { clashesOf, nameOf } from './exclusions.ts'
import { checksOf, factsOf, ownReader, staffReader, toldOf, whyNot } from './judging.ts'
import { missingOf } from './missing.ts'
import { freeSeat } from './seats.ts'
import { stepsOf } from './steps.ts'
import { type Honoured, honouredBy, standingOf } from './subjects.ts'

export type Case = Row<typeof awardApplication>
type Form = Omit<InputOf<typeof awardApplied.resubmit>, 'id'>
type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
export const batchOf = (db: Db, id: string): Promise<Batch> => db.unscoped(awardBatch).one(id) // batches are announced to their audience

interface Valid {
  violations: readonly Violation[]
  item: FrozenItem | undefined
  honoured: Honoured | undefined
  facts: Facts
  told: readonly ConditionResult[]
  /** Words of the evidence that was picked. */
  achieved: readonly string[]
}
const EMPTY = { honoured: undefined, facts: {}, told: [], achieved: [] }
/** A returned application may be mended while its batch still nominates. */
const isTaken = (batch: Batch, row: Case | null): boolean => (row ? isNominating(batch) : isOpen(batch))
async function batchFaults(db: Db, batch: Batch, row: Case | null): Promise<Violation[]> {
  const { name, beginTime, endTime } = batch
  if (!isTaken(batch, row)) return [{ key: 'notOpen', values: { name, beginTime: schoolTimeText(beginTime), endTime: schoolTimeText(endTime) }, field: 'batchId' }]
  if (db.me.userId && !row && !(await isInAudience(db, awardBatch, batch))) return [{ key: 'notInAudience', values: { name }, field: 'batchId' }]
  return []
}
function textFaults(item: FrozenItem, { statement }: Pick<Form, 'statement'>): Violation[] {
  const count = [...(statement ?? '')].length
  const isFitting = !item.needsStatement || (count >= item.statementMin && count <= item.statementMax)
  return isFitting ? [] : [{ key: 'words', values: { min: item.statementMin, max: item.statementMax, count }, field: 'statement' }]
}
function conditionFaults(item: FrozenItem, told: readonly ConditionResult[]): Violation[] {
  if (isMet(told)) return []
  return [{ key: mayProve(told) ? 'needsProof' : 'unqualified', values: { item: item.name, why: whyNot(told) } }]
}
const pickedOf = (ids: Form['evidenceIds'] | undefined): string[] => [...new Set(ids?.flatMap(id => id ?? []))]
/** Everything that speaks against an application, with what is kept of it. */
async function judged(ctx: Acting, who: StudentOf, form: Form, row: Case | null): Promise<Valid> {
  const { db } = ctx
  const batch = await batchOf(db, row?.batchId ?? form.batchId)
  const item = await itemIn(db, batch, row?.itemId ?? form.itemId)
  const faults = await batchFaults(db, batch, row)
  if (!item || faults.length) return { ...EMPTY, item, violations: faults.length ? faults : [{ key: 'notOffered', values: { name: batch.name }, field: 'itemId' }] }
  const honoured = await honouredBy(db, item.subject, who)
  if (!honoured) return { ...EMPTY, item, violations: [{ key: item.subject === 'class' ? 'notMonitor' : 'notHead', values: { item: item.name } }] }
  const facts = await factsOf(
    db,
    item,
    { studentId: who.id, subjectId: honoured.subjectId, isOutstanding: form.isOutstanding ?? false, proofs: form.proofs ?? [] },
    batch.factsAsOf,
  )
  const told = toldOf(item, facts, await ownReader(ctx))
  const picked = pickedOf(form.evidenceIds)
  const known = picked.length ? await achievementsFor(db, item.subject, who.id) : []
  const achieved = known.filter(a => picked.includes(a.id)).map(a => a.words)
  const other = (await standingOf(db, [batch.id], [honoured.subjectId]))(batch.id, item.id, honoured.subjectId)
  const clashes = await clashesOf(db, item, { studentId: who.id, xn: batch.xn ?? '', except: row?.id ?? null })
  const held = clashes.find(c => c.isRecord && c.rule === 'forbid')
  return {
    ...{ item, honoured, facts, told, achieved },
    violations: [
      ...(other && other !== row?.id ? [{ key: 'twice', values: { recipient: honoured.recipient, item: item.name } }] : []),
      ...conditionFaults(item, told),
      ...textFaults(item, form),
      ...(achieved.length < picked.length ? [{ key: 'evidence', values: { count: picked.length - achieved.length }, field: 'evidenceIds' }] : []),
      ...(held ? [{ key: 'granted', values: { other: held.item, item: item.name } }] : []),
    ],
  }
}
/** 40-A4: open cases that exclude each other are a warning while applying; a nomination is refused. */
async function warningsOf({ db, lang }: Acting, item: FrozenItem, studentId: string, xn: string, except: string | null): Promise<string[]> {
  const say = sayIn(lang)
  const clashes = await clashesOf(db, item, { studentId, xn, except })
  return clashes.map(c =>
    c.rule === 'forbid'
      ? say('与“{item}”（{state}）不可兼得，只能推荐其中一个', { item: c.item, state: say(awardStates.labels[c.state]) })
      : say('与“{item}”（{state}）只保留金额高的一个', { item: c.item, state: say(awardStates.labels[c.state]) }),
  )
}
const isBatchKnown = (asks: { batchId?: string | null; itemId?: string | null }): asks is { batchId: string; itemId: string } => Boolean(asks.batchId && asks.itemId)
const validate = (ctx: Acting, who: StudentOf, form: Form, { row }: Asking<Case>): Promise<Valid> => judged(ctx, who, form, row)
export const awards = handleApplication(awardApplication, awardApplied, {
  subject: awardSubject,
  link: ({ id }) => `/award/mine?id=${id}`,
  copyPage: '/award/apply',
  validate,
  formOf: row => row,
  draft: ({ statement, evidenceIds, achievements, isOutstanding, proofs }, { facts, told, achieved }) => ({
    ...{ statement: statement ?? null, achievements: achievements ?? null, isOutstanding: isOutstanding ?? false, proofs: proofs ?? [] },
    ...{ evidenceIds: pickedOf(evidenceIds), achieved: achieved.join('\n') || null },
    ...{ facts, checks: checksOf(told) },
  }),
  initial: async (_ctx, _who, { batchId, itemId }, { honoured }) => ({
    ...{ batchId, itemId, subjectId: honoured?.subjectId ?? '', recipient: honoured?.recipient ?? '', roomId: honoured?.roomId ?? null },
  }),
  taken: 'twice',
  async begin({ db }) {
    const [last] = await db.unscoped(awardApplication).all({ studentId: db.me.studentId ?? '' }, { sort: ['-createdAt'], limit: 1 }) // the caller's own
    return { statement: last?.statement ?? null, achievements: last?.achievements ?? null }
  },
  async preview(ctx, who, asks) {
    const { db } = ctx
    if (!isBatchKnown(asks)) return { answer: NOTHING, violations: [], row: null }
    const row = asks.id ? await db.unscoped(awardApplication).find({ id: asks.id, studentId: who.id }) : null // the applicant's own
    const [batch, student] = [await batchOf(db, asks.batchId), await studentOf(db, who.id)]
    const form = { ...asks, isOutstanding: asks.isOutstanding ?? false, proofs: asks.isOutstanding ? ['-'] : [], statement: row?.statement ?? null }
    const valid = await judged(ctx, student ?? who, form as Form, row ?? null)
    const { item, honoured, told } = valid
    return {
      answer: {
        ...{ batchName: batch.name, itemName: item?.name ?? '—', recipient: honoured?.recipient ?? null, checks: [...told] },
        ...{ warnings: item ? await warningsOf(ctx, item, who.id, batch.xn ?? '', row?.id ?? null) : [] },
        ...{ statementMin: item?.needsStatement ? item.statementMin : null, statementMax: item?.needsStatement ? item.statementMax : null },
      },
      violations: valid.violations.filter(v => v.key !== 'words'),
      row: honoured ? { batchId: asks.batchId, itemId: asks.itemId, recipient: honoured.recipient } : null,
    }
  },
  async mine(ctx, rows) {
    const batches = new Map((await ctx.db.unscoped(awardBatch).all({ id: [...new Set(rows.map(r => r.batchId))] })).map(b => [b.id, b])) // of the caller's own applications
    const [missing, items] = [await missingOf(ctx, rows, batches), await ctx.db.cached(awardItem)]
    return row => ({
      ...{ batchName: batches.get(row.batchId)?.name ?? '—', itemName: items.get(row.itemId)?.name ?? '—', missing: missing.get(row.id) ?? [] },
      steps: stepsOf(row, batches.get(row.batchId)),
    })
  },
  async card(ctx, row) {
    const batch = await batchOf(ctx.db, row.batchId)
    const item = await itemIn(ctx.db, batch, row.itemId)
    const { recipient, state, statement, achieved, achievements, isOutstanding } = row
    return {
      ...{ batchName: batch.name, itemName: item?.name ?? '—', recipient, state, statement, achieved, achievements, isOutstanding },
      checks: item ? toldOf(item, row.facts ?? {}, await staffReader(ctx)) : [],
      warnings: item ? await warningsOf(ctx, item, row.studentId, batch.xn ?? '', row.id) : [],
    }
  },
  async describe(db, row) {
    const item = await nameOf(db, row.itemId)
    const isCollective = row.subjectId !== undefined && row.subjectId !== row.studentId
    return {
      title: { text: '{recipient} 申报{item}', values: { recipient: row.recipient ?? '', item } },
      summary: (await batchOf(db, row.batchId)).name,
      facts: { isCollective, amount: row.amount ?? 0 },
    }
  },
  verbs: row => (lacksProof(row) && awardStates.allows(row, 'giveProof') ? (['proof'] as const) : []),
  submitted: async ({ db }, row) => {
    await askForProof(db, [row])
    await caseTodos.follow(db, [row])
  },
  withdrawn: async ({ db }, row) => caseTodos.follow(db, [{ ...row, state: 'withdrawn' }]),
  rejected: async ({ db }, row) => caseTodos.follow(db, [{ ...row, state: 'rejected' }]),
  async cancelled({ db }, row) {
    await caseTodos.follow(db, [{ ...row, state: 'cancelled' }])
    await freeSeat(db, row)
  },
})
const NOTHING = { batchName: '—', itemName: '—', recipient: null, checks: [], warnings: [], statementMin: null, statementMax: null }
export default awards.registrations
