import sql from 'sql-template-tag'
import { isUuid, Refusal } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { formatIssue, translate } from '#server/i18n/translate.ts'
import { decideMany, previewMany } from '../model/decide.ts'
import { INSTANCE_STATES } from '../model/instance.ts'
import { judge, loadCasePeople } from './case-people.ts'
import { lockedByTask } from './cases.ts'
import { decideTask, eventOf, mayAct } from './decide-task.ts'
import { refuseSingle, refuseUnsaid } from './form-edit.ts'
import { nextStepOf } from './labels.ts'
import { spoken } from './refusals.ts'
import type { Acting } from './run-command.ts'
import { noteStanding } from './write-case.ts'

interface Title {
  title: string
  applicantName: string | null
}
interface DecisionPreview extends Title {
  taskId: string
  ok: boolean
  reason: string | null
  nextStep: string | null
}
/** Thrown to roll back a preview. */
class Tried extends Error {
  readonly nextStep: string | null
  constructor(nextStep: string | null) {
    super('tried')
    this.nextStep = nextStep
  }
}
const STRANGE: Title = { title: '—', applicantName: null }
const titles = async ({ db, me }: Pick<Ctx, 'db' | 'me'>, taskIds: readonly string[]): Promise<Map<string, Title>> =>
  new Map(
    (
      await db.query<
        Title & { id: string }
      >(sql`select t.id, i.title, i.applicant_name as "applicantName" from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        where t.tenant_id = ${me.tenantId} and t.id = any(${taskIds.filter(isUuid)}::uuid[])`)
    ).map(r => [r.id, r]),
  )
/** Concurrency of batch decisions: one waits for the disk while the next is judged, and the pool keeps connections for other requests. */
const AT_ONCE = 3
/** Each task in a transaction of its own: a refusal does not hold back the others, and no lock is held for the whole batch. */
async function eachAlone(ctx: Ctx, taskIds: readonly string[], work: (acting: Acting, taskId: string) => Promise<string | null>): Promise<DecisionPreview[]> {
  const known = await titles(ctx, taskIds)
  const wanted = [...new Set(taskIds)]
  const results: DecisionPreview[] = []
  const left = wanted.entries()
  const one = async (): Promise<void> => {
    for (const [at, taskId] of left) {
      const { isHidden, reason, nextStep } = await alone(ctx, acting => work(acting, taskId))
      // do not disclose the title of a case the caller may not see
      const { title, applicantName } = isHidden ? STRANGE : (known.get(taskId) ?? STRANGE)
      results[at] = { taskId, title, applicantName, ok: reason === null, reason, nextStep }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return results
}
async function alone(ctx: Ctx, work: (acting: Acting) => Promise<string | null>): Promise<{ reason: string | null; nextStep: string | null; isHidden: boolean }> {
  try {
    return { reason: null, nextStep: await ctx.db.tx(db => work({ ...ctx, db })), isHidden: false }
  } catch (error) {
    if (error instanceof Tried) return { reason: null, nextStep: error.nextStep, isHidden: false }
    if (error instanceof Refusal) return { reason: error.issues.map(i => formatIssue(ctx.lang, i)).join('；') || error.message, nextStep: null, isHidden: error.code === 404 }
    const { log } = (ctx.db as Gate).kernel // log an unexpected error of one item and continue with the others
    log.error({ err: error, traceId: ctx.traceId }, 'one of many decisions failed')
    return { reason: translate(ctx.lang, '程序出错，没有办理'), nextStep: null, isHidden: false }
  }
}
const decide = handle(decideMany, async (ctx, { taskIds, action, opinion }) => {
  const results = await eachAlone(ctx, taskIds, async (acting, taskId) => {
    const { state, nextStep } = await decideTask(acting, { taskId, action, opinion: opinion ?? null, to: 'applicant', inBulk: true })
    return nextStep ?? translate(acting.lang, INSTANCE_STATES[state])
  })
  const done = results.filter(r => r.ok).length
  return { results, done, refused: results.length - done }
})
/** Runs the same checks and the engine, without writing. */
const preview = handle(previewMany, (ctx, { taskIds, action, opinion }) =>
  eachAlone(ctx, taskIds, async (acting, taskId) => {
    const { c, held } = await lockedByTask(acting.db, taskId)
    await mayAct(acting, c, held)
    if (action === 'approve') refuseSingle(c, held.task.node)
    refuseUnsaid(c, held.task.node, { opinion: opinion ?? null, signature: null, isNegative: action !== 'approve', needsSign: action !== 'return' })
    const event = eventOf({ action, to: 'applicant' }, held.task.no, held.task.userId)
    const known = await loadCasePeople(acting.db, c, event)
    const judged = await judge(c, event, known)
    if (!judged.ok) throw await spoken(acting.db, c, judged.refusal, known)
    c.state = judged.state
    noteStanding(c, known)
    throw new Tried(nextStepOf(acting.lang, c.instance) ?? translate(acting.lang, INSTANCE_STATES[c.state.state]))
  }),
)
export default [decide, preview]
