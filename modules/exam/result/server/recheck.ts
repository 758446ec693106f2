import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { type Batch, batchOf, ownApplications } from '../../entry/server/api.ts'
import { examFormula } from '../model/formula.ts'
import { recheckStates, scoreRecheck } from '../model/recheck.ts'
import { askRecheck, checkRecheck, confirmRecheck } from '../model/recheck-actions.ts'
import { admissionRun } from '../model/run.ts'
import { examScore, FLAGS } from '../model/score.ts'
import { ranked } from './ranked.ts'
import { followRechecks } from './recheck-todo.ts'
import { recheckUntil } from './recheck-until.ts'
import { tell } from './tell.ts'

type Recheck = Row<typeof scoreRecheck>
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(scoreRecheck, key, values, field)
}
/** The batch is locked, as its scores, runs and results change one after the other: nothing is asked once the results are out. */
const ask = handle(askRecheck, async (ctx, { batchId, subject, grounds, note }) => {
  const { db } = ctx
  await batchOf(db, batchId)
  const batch = await db.unscoped(examBatch).lock(batchId) // published to everybody
  const [row] = await ownApplications.all(ctx, { batchId, state: 'scored' })
  const until = await recheckUntil(db, batch)
  if (!row || !until) throw refuse('notScored', { name: batch.name })
  if (Date.now() >= Date.parse(until)) refuse('over', { name: batch.name, at: schoolTimeText(until) })
  const score = await db.unscoped(examScore).find({ applicationId: row.id, subject }) // of the caller's own registration
  if (!score?.flag) throw refuse('notScored', { name: batch.name })
  if (score.value === null) throw refuse('noMark', { flag: { text: FLAGS[score.flag] } }, 'subject')
  const { ksh, name } = row
  const asked = await db.insertOrSkip(scoreRecheck, { batchId, applicationId: row.id, ksh, name, subject, grounds, note, before: score.value, askedAt: new Date().toISOString() })
  if (!asked) throw refuse('asked', {}, 'subject')
  await followRechecks(db, batch)
  return { id: asked.id }
})
/** The batch first, then the request. */
async function lockRecheck(db: Db, id: string, verb: 'check' | 'confirm', value: number): Promise<{ batch: Batch; row: Recheck }> {
  const { batchId, subject } = await db.visible(scoreRecheck).one(id)
  const batch = await db.unscoped(examBatch).lock(batchId) // published to everybody
  const row = await db.visible(scoreRecheck).lock(id, verb)
  const full = (await db.unscoped(examFormula).find({ batchId, subject }))?.full // rule of the batch
  if (full !== undefined && value > full) refuse('overFull', { value, full }, 'value')
  return { batch, row }
}
async function mustBeOpen(db: Db, { batchId }: Recheck): Promise<void> {
  const [run] = await db.unscoped(admissionRun).all({ batchId, state: ['pending', 'returned', 'approved', 'published'] }) // of the batch
  if (run) refuse('frozen', { name: run.name })
}
const check = handle(checkRecheck, async ({ db, me }, { id, value, answer }) => {
  const { batch, row } = await lockRecheck(db, id, 'check', value)
  if (value === row.before) return settle(db, batch, row, { state: 'unchanged', firstBy: me.userId, answer })
  await mustBeOpen(db, row)
  await db.update(scoreRecheck, id, { state: 'second', found: value, firstBy: me.userId, answer })
  return { state: 'second' as const }
})
/** Two who find differently have found nothing: both look again. */
const confirm = handle(confirmRecheck, async ({ db, me }, { id, value }) => {
  const { batch, row } = await lockRecheck(db, id, 'confirm', value)
  if (row.firstBy === me.userId) refuse('samePerson', { name: row.name })
  if (value !== row.found) {
    await db.update(scoreRecheck, id, { state: 'asked', found: null, firstBy: null, answer: null })
    return { state: 'asked' as const }
  }
  await mustBeOpen(db, row)
  await db.updateWhere(examScore, { applicationId: row.applicationId, subject: row.subject ?? '' }, { value })
  await rank(db, row.batchId)
  return settle(db, batch, row, { state: 'changed', secondBy: me.userId, after: value })
})
/** One mark moves the places of others, too. */
async function rank(db: Db, batchId: string): Promise<void> {
  await db.updateWhere(
    examApplication,
    sql`t.id = r.id and (t.total is distinct from r.total or t.rank is distinct from r.rank)`,
    { total: sql`r.total`, rank: sql`r.rank` },
    { from: ranked(db.me.tenantId, batchId, ['scored']), history: false },
  )
}
async function settle<S extends 'unchanged' | 'changed'>(db: Db, batch: Batch, row: Recheck, values: Partial<Recheck> & { state: S }): Promise<{ state: S }> {
  await db.update(scoreRecheck, row.id, { ...values, answeredAt: new Date().toISOString() })
  await followRechecks(db, batch)
  const application = await db.unscoped(examApplication).one(row.applicationId) // the request is in the caller's scope
  await tell(db, 'recheck', batch, [application], { subject: subjectText(row.subject ?? ''), result: { text: recheckStates.labels[values.state] } })
  return { state: values.state }
}
export default [ask, check, confirm]
