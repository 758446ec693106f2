import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'

import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { handleApplication, mustTakePart } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { levelOrder, levelsOn } from '../../levels/server/api.ts'
import { recognitionApplication } from '../model/application.ts'
import { aidBatch, aidStages } from '../model/batch.ts'
import { surveyProblems } from '../model/complete.ts'
import { recognitionSubject } from '../model/flow.ts'
import type { IndexItem } from '../model/index-model.ts'
import { aidRecognition, type Snapshot } from '../model/recognition.ts'
import { aidSurvey, LINES, type Line } from '../model/survey.ts'
import { openBatches } from './open-batches.ts'
import { type Batch, listedGroups, modelOf, type Recognition, scoresOf } from './scores.ts'
import { formOf, mustBeThere, prefilled, snapshotOf, surveyOf } from './survey.ts'

const PAGE = '/hardship/mine'
interface Form {
  promise: string
  checked?: ReadonlyArray<Line | null> | null | undefined
  batchId?: string
}
interface Judged {
  violations: Array<ReturnType<typeof surveyProblems>[number]>
  batch: Batch
  survey: Snapshot
}
const STALE_DAYS = 200
/** Whether a survey was handed in for an earlier year. */
const isOfEarlierYear = (submittedAt: string | null, on = today()): boolean => submittedAt !== null && (Date.parse(on) - Date.parse(submittedAt)) / DAY_MS > STALE_DAYS
/** Lines of the form that a model shows. */
const linesOf = (items: readonly IndexItem[]): Line[] => (Object.keys(LINES) as Line[]).filter(line => line !== 'answers' || items.some(i => i.source === 'asked'))

async function validate({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: Form, row: Recognition | null): Promise<Judged> {
  const batch = await db.unscoped(aidBatch).one(row?.batchId ?? form.batchId ?? '') // the audience is checked next
  if (!row) await mustTakePart(db, aidBatch, batch)
  const { items } = await modelOf(db, batch)
  const stored = await surveyOf(db, who.id)
  const survey = mustBeThere(stored && snapshotOf(stored), items)
  const unchecked = stored && isOfEarlierYear(stored.submittedAt) ? linesOf(items).filter(line => !form.checked?.includes(line)) : []
  const violations = [
    ...surveyProblems(items, survey),
    ...(unchecked.length ? [{ of: aidSurvey, key: 'unchecked', values: { lines: unchecked.map(line => ({ text: LINES[line] })) } }] : []),
    ...(form.promise.trim() === who.name ? [] : [{ of: aidSurvey, key: 'promise', values: { name: who.name }, field: 'promise' }]),
  ]
  return { violations, batch, survey }
}
async function columnsOf(db: Db, who: StudentOf, { batch, survey }: Judged) {
  const [model, order, listed] = await Promise.all([modelOf(db, batch), levelOrder(db), listedGroups(db, [who.id])])
  const given = { surveySnapshot: survey, groups: listed.get(who.id) ?? [], acceptedGroups: [], reviewScore: null }
  return { ...given, ...scoresOf(order, model, given) }
}
async function begin(ctx: Ctx) {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const [batches, stored] = await Promise.all([openBatches(db), surveyOf(db, who.id)])
  const applied = await db.unscoped(aidRecognition).all({ studentId: who.id, batchId: batches.map(b => b.id) }) // the caller's own
  return {
    batches: batches.map(({ id, name, endTime, items }) => ({
      ...{ id, name, endTime, applied: applied.find(a => a.batchId === id && a.state !== 'withdrawn')?.id ?? null },
      questions: items
        .filter(i => i.source === 'asked')
        .map(({ key, question, why, options }) => ({ key, question, why: why ?? null, options: options.map(o => ({ key: o.key, label: o.label })) })),
    })),
    survey: formOf(stored ? snapshotOf(stored) : await prefilled(db, who)),
    name: who.name,
    isRenewal: Boolean(stored && isOfEarlierYear(stored.submittedAt)),
    savedAt: stored?.updatedAt ?? null,
  }
}
/** Answers that counted, without points (40-D2). */
export async function countedOf(db: Db, rows: readonly Recognition[]) {
  const batches = new Map((await db.unscoped(aidBatch).all({ id: [...new Set(rows.map(r => r.batchId))] })).map(b => [b.id, b])) // of these rows
  const models = new Map<string, Awaited<ReturnType<typeof modelOf>>>()
  for (const batch of batches.values()) models.set(batch.id, await modelOf(db, batch))
  return (row: Recognition) => {
    const batch = batches.get(row.batchId)
    const items = models.get(row.batchId)?.items ?? []
    const counted = (row.scoreDetail ?? []).flatMap(({ key, option, points }) => {
      const item = points > 0 ? items.find(i => i.key === key) : undefined
      return item ? [{ factor: item.factor, question: item.question, answer: item.options.find(o => o.key === option)?.label ?? '' }] : []
    })
    return { batchName: batch?.name ?? '', stage: batch?.stage ? aidStages.labels[batch.stage] : '', counted }
  }
}
async function card({ db }: Ctx, row: Recognition) {
  const [last] = await db.query<{ id: string; level: string }>(levelsOn(db, sql`select ${row.studentId}::uuid`, today()))
  const { counted } = (await countedOf(db, [row]))(row)
  const { recognitionNo, state, indexScore, reviewScore, finalScore, suggestedLevel, proposedLevel, isProposed, adjustReason } = row
  return {
    recognitionNo,
    state,
    indexScore,
    reviewScore,
    finalScore,
    suggestedLevel,
    proposedLevel,
    isProposed: isProposed ?? false,
    adjustReason,
    lastLevel: last?.level ?? null,
    counted,
  }
}
export const recognitions = handleApplication<typeof aidRecognition, typeof recognitionApplication, StudentOf, Judged>(aidRecognition, recognitionApplication, {
  subject: recognitionSubject,
  link: ({ id }) => `${PAGE}?id=${id}`,
  validate: (ctx, who, form, { row }) => validate(ctx, who, form as Form, row),
  formOf: ({ promise }) => ({ promise, checked: Object.keys(LINES) as Line[] }),
  draft: async ({ promise }, judged, who, { ctx }) => ({ promise, ...(await columnsOf(ctx.db, who, judged)) }),
  initial: async ({ db }, _who, { batchId }) => ({ batchId, recognitionNo: await serialNo(db, 'KN', 'aid_recognition_no_seq') }),
  taken: 'taken',
  async stored({ db }, row) {
    await db.updateWhere(aidSurvey, { studentId: row.studentId }, { submittedAt: new Date().toISOString() }, { history: false })
  },
  begin,
  mine: async ({ db }, rows) => countedOf(db, rows),
  card,
  async describe(db, row, { name }) {
    const batch = await db.unscoped(aidBatch).one(row.batchId) // of the application
    return { title: { text: '{name} 困难认定', values: { name } }, summary: batch.name, facts: { indexScore: row.indexScore ?? 0 } }
  },
  async rejected({ db, opinion }, row) {
    await db.update(aidRecognition, row.id, { level: null, decidedAt: new Date().toISOString(), ...(row.adjustReason || !opinion ? {} : { adjustReason: opinion.slice(0, 200) }) })
  },
})
export const stillPending = ({ db }: Pick<Ctx, 'db'>, batchId: string): Promise<number> => db.unscoped(aidRecognition).count({ batchId, state: ['pending', 'returned'] }) // of the whole batch
export default recognitions.registrations
