import sql from 'sql-template-tag'
import { parseFields } from '#fields/parse.ts'
import { Refusal, refusalOf } from '#model'
import { type Ctx, compute, handle, rules } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { cronWords, isCron, nextTimes } from '#server/jobs/cron.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import type { ScheduledJob } from '#server/jobs/scheduled-job.ts'
import { CLOCK } from '#server/jobs/scheduler.ts'
import { job, previewCron, runJob } from '../model/job.ts'

const SHOWN = 5
const workOf = (ctx: Ctx, code: string): ScheduledJob | undefined => (ctx as KernelCtx).core.works.get(code)
const times = (cron: string): string[] => nextTimes(cron, SHOWN).map(t => t.toISOString())
/** Parameters are declared by the program; others are refused. */
function checkParams(work: ScheduledJob, params: Record<string, unknown>): void {
  const unknown = Object.keys(params).find(key => !(key in work.params))
  if (unknown) throw refusalOf(job, 'paramUnknown', { name: work.name, key: unknown }, 'params')
  const { issues } = parseFields(work.params, params)
  if (issues.length)
    throw new Refusal(
      422,
      issues.map(i => ({ ...i, field: `params.${i.field}` })),
    )
}
export default [
  rules(job, {
    async update(ctx, row, patch) {
      const work = workOf(ctx, row.code)
      if (!work) throw refusalOf(job, 'retired', { name: row.name })
      if (patch.params) checkParams(work, patch.params)
      if (patch.cron === undefined) return
      if (!isCron(patch.cron)) throw refusalOf(job, 'cron', { cron: patch.cron }, 'cron')
      patch.nextAt = times(patch.cron)[0] ?? row.nextAt
    },
    /** A resumed job does not catch up on runs missed while paused. */
    async updated({ db }, before, after) {
      if (!before.isEnabled && after.isEnabled)
        await db.updateWhere(job, { id: after.id }, { nextAt: times(after.cron)[0] ?? after.nextAt, failures: 0, tries: 0 }, { bookkeeping: true })
    },
  }),
  compute(job, ['cronText', 'nextTimes'], async ({ lang }, rows) => {
    for (const row of rows) Object.assign(row, { cronText: await cronWords(row.cron, lang), nextTimes: row.isEnabled ? times(row.cron) : [] })
  }),
  handle(runJob, async (ctx, { id }) => {
    const row = await ctx.db.visible(job).one(id)
    if (!workOf(ctx, row.code)) ctx.refuse('retired', { name: row.name })
    const isFree = sql`id = ${id} and not is_asked and (held_until is null or held_until < now())`
    const asked = await ctx.db.updateWhere(job, isFree, { isAsked: true, nextAt: sql`now()` }, { bookkeeping: true })
    if (!asked.length) ctx.refuse('running', { name: row.name })
    await notifyWorkers(ctx.db, CLOCK)
  }),
  handle(previewCron, async ({ lang }, { cron }) =>
    isCron(cron) ? { isValid: true, words: await cronWords(cron, lang), next: times(cron) } : { isValid: false, words: null, next: [] },
  ),
]
