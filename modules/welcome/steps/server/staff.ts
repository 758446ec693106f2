import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Ctx, compute, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { memberSteps, reopenStep, sendBack, settleStep, waiveStep } from '../model/actions.ts'
import { WELCOME_MESSAGES } from '../model/messages.ts'
import { welcomePoint } from '../model/point.ts'
import { allowsAct, welcomeMember, welcomeStepState } from '../model/step-state.ts'
import { autoRefusal, isTaken, lockStep, roleRefusal, type Step, statesOf, stepsOf, windowOf } from './people.ts'
import { reasonsOf } from './reasons.ts'
import { settle } from './settle.ts'

const mayWaive = ({ me }: Pick<Ctx, 'me'>, { waivedBy }: { waivedBy: ReadonlyArray<string | null> | null }): boolean => me.roles.some(role => waivedBy?.includes(role))
const steps = handle(memberSteps, async (ctx, { id }) => {
  const { db, lang } = ctx
  const member = await db.visible(welcomeMember).one(id)
  const [all, rows] = [await stepsOf(db, member.batchId), await statesOf(db, member)]
  const states = new Map(rows.map(r => [r.stepCode, r]))
  const [why, by, points] = [
    await reasonsOf(db, member, all, states),
    await accountNamer(
      db,
      rows.map(r => r.by),
    ),
    new Map((await db.unscoped(welcomePoint).all({ batchId: member.batchId })).map(p => [p.id, p.name])), // of a batch whose member the caller sees
  ]
  return {
    steps: all.flatMap(step => {
      const state = states.get(step.code)
      if (!state) return []
      return {
        ...{ code: step.code, name: step.name, phase: step.phase, kind: step.kind, required: step.required },
        ...{ state: state.state, recheck: state.recheck, at: state.at, remark: state.remark, channel: state.channel },
        ...{ by: state.by ? by(state.by) : null, point: points.get(state.pointId ?? '') ?? null, canWaive: mayWaive(ctx, step) && allowsAct(state, 'waive') },
        why: (why.get(step.code) ?? []).map(said => formatWording(lang, said)),
      }
    }),
  }
})
/** A step of somebody the caller reaches, locked. */
async function found({ db, lang }: Ctx, id: string, code: string) {
  return { ...(await lockStep(db, await db.visible(welcomeMember).one(id), code)), lang }
}
function refuseAuto({ db }: Ctx, step: Step): void {
  const auto = autoRefusal(db, step)
  if (auto) throw auto
}
const done = handle(settleStep, async (ctx, { id, code, remark }) => {
  const { db, me } = ctx
  const of = await found(ctx, id, code)
  refuseAuto(ctx, of.step)
  const { from, to } = windowOf(of.batch, of.step)
  // what a closed batch has left is settled by whoever has it as a to-do
  if (of.batch.state !== 'closed' && !isTaken({ from, to }))
    throw refusalOf(welcomeStepState, 'closedWindow', { step: of.step.name, from: schoolTimeText(from), to: schoolTimeText(to) }, 'code')
  const other = await roleRefusal(ctx, of.step)
  if (other) throw other
  await settle(db, of, 'confirm', { state: 'done', channel: 'batch', by: me.userId, remark: remark ?? null })
})
const back = handle(sendBack, async (ctx, { id, code, remark }) => {
  const { db, me } = ctx
  const of = await found(ctx, id, code)
  await settle(db, of, 'sendBack', { state: 'returned', channel: 'batch', by: me.userId, remark })
  const userId = (await accountsOf(db, [of.member.studentId])).get(of.member.studentId)
  const values = { name: of.batch.name, step: of.step.name, remark }
  if (userId)
    await notifyEach(db, WELCOME_MESSAGES.sentBack, [{ to: [userId], values, bizType: welcomeMember.name, bizId: id, link: '/welcome/index', mobileLink: '/welcome/index' }])
})
const waived = handle(waiveStep, async (ctx, { id, code, remark }) => {
  const of = await found(ctx, id, code)
  if (!mayWaive(ctx, of.step)) throw refusalOf(welcomeStepState, 'waiver', { step: of.step.name }, 'code')
  await settle(ctx.db, of, 'waive', { state: 'waived', channel: 'batch', by: ctx.me.userId, remark })
})
const reopened = handle(reopenStep, async (ctx, { id, code, remark }) => {
  const of = await found(ctx, id, code)
  if (of.state.state === 'done') refuseAuto(ctx, of.step)
  await settle(ctx.db, of, 'reopen', { state: 'open', channel: null, by: ctx.me.userId, pointId: null, remark })
})
/** How far each person of a page is. */
const progress = compute(welcomeMember, ['progress', 'next', 'place'], async ({ db }, rows) => {
  const found = await db.query<{ id: string; progress: string; next: string | null; place: string | null }>(sql`select m.id, x.settled || '/' || x.total as progress, x.next,
      concat_ws(' ', mj.name, c.name) as place from welcome_member m
    join lateral (select count(*) as total, count(*) filter (where t.state in ('done', 'waived')) as settled,
        (array_agg(s.name order by s.sort, s.code) filter (where t.state in ('open', 'returned') and s.required))[1] as next
      from welcome_step_state t join welcome_step s on s.tenant_id = t.tenant_id and s.batch_id = t.batch_id and s.code = t.step_code
      where t.tenant_id = m.tenant_id and t.batch_id = m.batch_id and t.student_id = m.student_id) x on true
    join student st on st.tenant_id = m.tenant_id and st.id = m.student_id left join major mj on mj.tenant_id = st.tenant_id and mj.id = st.major_id
    left join stu_class c on c.tenant_id = st.tenant_id and c.id = st.class_id
    where m.tenant_id = ${db.me.tenantId} and m.id = any(${rows.map(r => r.id)}::uuid[])`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { progress: of.get(row.id)?.progress ?? null, next: of.get(row.id)?.next ?? null, place: of.get(row.id)?.place ?? null })
})
const stepNames = compute(welcomeStepState, ['stepName'], async ({ db }, rows) => {
  const names = await db.query<{ batchId: string; code: string; name: string }>(
    sql`select batch_id as "batchId", code, name from welcome_step where tenant_id = ${db.me.tenantId} and batch_id = any(${[...new Set(rows.map(r => r.batchId))]}::uuid[])`,
  )
  for (const row of rows) row.stepName = names.find(s => s.batchId === row.batchId && s.code === row.stepCode)?.name ?? row.stepCode
})
export default [steps, done, back, waived, reopened, progress, stepNames]
