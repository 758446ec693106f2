import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { accountNames } from '#server/access/accounts.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { storedPhrase } from '#server/i18n/wording.ts'
import { rolloverProgress, skipLines } from '../model/rollover-actions.ts'
import { rolloverLine } from '../model/rollover-line.ts'
import { rolloverRun, type StepLog } from '../model/rollover-run.ts'
import { settingsOf } from './settings.ts'

interface Counts {
  step: string
  create: number
  change: number
  close: number
  exceptions: number
  done: number
  skipped: number
}
const countsOf = (db: Db, runId: string): Promise<Counts[]> =>
  db.query<Counts>(sql`select l.step, count(*) filter (where l.kind = 'create' and l.state not in ('blocked', 'skipped'))::int as create,
      count(*) filter (where l.kind = 'change' and l.state not in ('blocked', 'skipped'))::int as change, count(*) filter (where l.kind = 'close' and l.state not in ('blocked', 'skipped'))::int as close,
      count(*) filter (where l.state = 'blocked')::int as exceptions, count(*) filter (where l.state = 'done')::int as done, count(*) filter (where l.state in ('skipped', 'changed', 'kept'))::int as skipped
    from rollover_line l where l.tenant_id = ${db.me.tenantId} and l.run_id = ${runId} group by 1`)
const NONE = { create: 0, change: 0, close: 0, exceptions: 0, done: 0, skipped: 0 }

const progress = handle(rolloverProgress, async ({ db, lang }, { id }) => {
  const run = await db.visible(rolloverRun).one(id)
  const [counts, names, { 'rollover.undoHours': hours }] = await Promise.all([countsOf(db, id), accountNames(db, [run.startedById]), settingsOf(db)])
  const stepOf = ({ code, title, state, startedAt = null, endedAt = null }: StepLog) => {
    const { step: _, ...figures } = counts.find(c => c.step === code) ?? { step: code, ...NONE }
    return { code, title: translate(lang, title), state, startedAt, endedAt, ...figures }
  }
  const isRunning = run.state === 'running'
  const { fromXn, toXn, state, total, done, previewedAt, startedAt, endedAt, note } = run
  return {
    ...{ fromXn, toXn, state, total, done, previewedAt, startedAt, endedAt, note: note && translate(lang, note) },
    exceptions: counts.reduce((n, c) => n + c.exceptions, 0),
    startedByName: names.get(run.startedById ?? '') ?? null,
    isUndo: isRunning && run.isUndo,
    undoUntil: endedAt && (state === 'done' || state === 'failed') ? new Date(Date.parse(endedAt) + hours * HOUR_MS).toISOString() : null,
    steps: run.steps.map(stepOf),
  }
})
/** 30-BY2: an exception is left out, with the reason. */
const skip = handle(skipLines, async ({ db, me }, { ids, reason }) => {
  const wanted = [...new Set(ids.flatMap(id => id ?? []))]
  const lines = await db.visible(rolloverLine).all({ id: wanted })
  if (lines.length < wanted.length) throw notFound()
  for (const line of lines) mustAllow(rolloverLine, line, 'skip')
  const skipped = await db.updateWhere(rolloverLine, { id: wanted, state: 'blocked' }, { state: 'skipped', reason, skippedById: me.userId })
  return { done: skipped.length }
})
/** Exceptions that wait for a decision now. */
const exceptions = compute(rolloverRun, ['exceptions'], async ({ db }, rows) => {
  const found = await db.query<{ id: string; n: number }>(sql`select run_id as id, count(*)::int as n from rollover_line
    where tenant_id = ${db.me.tenantId} and run_id = any(${rows.map(row => row.id)}::uuid[]) and state = 'blocked' group by 1`)
  const waiting = new Map(found.map(({ id, n }) => [id, n]))
  for (const row of rows) row.exceptions = waiting.get(row.id) ?? 0
})
export default [progress, skip, exceptions, storedPhrase(rolloverLine, ['problem']), storedPhrase(rolloverRun, ['note'])]
