import sql from 'sql-template-tag'
import { isUuid } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { workMinutes } from '../../flows/server/api.ts'
import { ccCase, commentCase, resubmitCase as resubmitAction, urgeCase, withdrawCase as withdrawAction } from '../model/decide.ts'
import { processLog, processTask } from '../model/instance.ts'
import { FLOW_MESSAGES } from '../model/messages.ts'
import { mustRead, type Reading } from './access.ts'
import { tellOf, withDeputies } from './announce.ts'
import { personsOf } from './case-people.ts'
import { urgeHours } from './case-verbs.ts'
import { type Case, currentNames, lockedCase, shortTimeText } from './cases.ts'
import { copyTo, mayNotRead } from './copies.ts'
import { caseRefusal } from './refusals.ts'
import type { Acting } from './run-command.ts'
import { resubmitCase, withdrawCase } from './submit.ts'
import { rootOf } from './subs.ts'
import { writeLog } from './write-case.ts'

async function opened(ctx: Acting, instanceId: string): Promise<{ c: Case; reading: Reading }> {
  const c = await lockedCase(ctx.db, instanceId)
  return { c, reading: await mustRead(ctx, c.instance) }
}

const withdraw = handle(withdrawAction, async (ctx, { instanceId, opinion }) => {
  const { c, reading } = await opened(ctx, isUuid(instanceId) ? await rootOf(ctx.db, instanceId) : instanceId)
  if (!reading.isApplicant) throw caseRefusal('mayNot', { action: '撤回' })
  return withdrawCase(ctx, c, opinion ?? null)
})
const resubmit = handle(resubmitAction, async (ctx, { instanceId, opinion, walkAgain, chosen }) => {
  const { c, reading } = await opened(ctx, instanceId)
  if (!reading.isApplicant) throw caseRefusal('mayNot', { action: '重新提交' })
  const { state, nextStep } = await resubmitCase(ctx, c, { opinion: opinion ?? null, ...(walkAgain ? { walkAgain } : {}), ...(chosen ? { chosen } : {}) })
  return { state, nextStep }
})
/** 10-W14: a reminder changes nothing but the reminder count. */
const urge = handle(urgeCase, async (ctx, { instanceId }) => {
  const { db, me } = ctx
  const { c, reading } = await opened(ctx, instanceId)
  if ((!reading.isApplicant && !reading.isWatching) || c.state.state !== 'pending') throw caseRefusal('mayNot', { action: '催办' })
  const hours = await urgeHours(db)
  const [last] = await db.query<{
    at: string
  }>(sql`select urged_at as at from process_task where tenant_id = ${me.tenantId} and instance_id = ${c.instance.id} and urged_at > now() - make_interval(hours => ${hours})
    order by urged_at desc limit 1`)
  if (last) throw caseRefusal('urgedAlready', { time: shortTimeText(last.at), hours })
  const urged = { urgedCount: sql`t.urged_count + 1`, urgedAt: sql`now()` }
  const rows = await db.updateWhere(processTask, { instanceId: c.instance.id, state: 'todo' }, urged, { returning: ['assigneeId', 'arrivedAt'], bookkeeping: true })
  const owners = rows.map(r => r.assigneeId)
  const since = rows.map(r => r.arrivedAt).sort()[0]
  const waited = since ? await workMinutes(db, new Date(since), new Date()) : 0
  await tellOf(ctx, c, FLOW_MESSAGES.urged, await withDeputies(db, c, owners), currentNames(c), { waited: spanText(waited) })
  const persons = await personsOf(db, owners)
  await writeLog(db, c, [{ action: 'urge', actorId: me.userId, to: [...persons.values()].map(p => p.name).join('、') }])
  return { told: rows.length }
})
const spanText = (minutes: number): string => (minutes >= 60 ? `${Math.floor(minutes / 60)} 工作小时` : `${minutes} 分钟`)

const cc = handle(ccCase, async (ctx, { instanceId, userIds, opinion }) => {
  const { db, me } = ctx
  const { c, reading } = await opened(ctx, instanceId)
  if (!reading.isApplicant && !reading.nodes.some(n => n.isOpen)) throw caseRefusal('mayNot', { action: '抄送' })
  const step = reading.isApplicant ? undefined : c.graph.nodes.find(n => reading.nodes.some(r => r.isOpen && r.node === n.id))
  if (step && 'buttons' in step && step.buttons && !step.buttons.includes('cc')) throw caseRefusal('button', { action: '抄送' })
  const persons = await personsOf(db, userIds)
  for (const id of userIds) {
    const person = persons.get(id)
    // an application is not disclosed to other students
    if (!person?.isAble || person.isStudent) throw caseRefusal('receiver', { name: person?.name ?? '—', why: person?.isAble ? '是学生' : '的账号已停用' }, 'userIds')
  }
  const [barred] = await mayNotRead(db, c, userIds)
  if (barred) return ctx.refuse('mayNotRead', { name: persons.get(barred)?.name }, 'userIds')
  const told = await copyTo(ctx, c, [...new Set(userIds)], null)
  await writeLog(db, c, [{ action: 'cc', actorId: me.userId, to: [...persons.values()].map(p => p.name).join('、'), opinion: opinion ?? null }])
  return { told }
})
type CommentCtx = ActionCtx<typeof commentCase>
const comment = handle(commentCase, async (ctx: CommentCtx, { instanceId, content, mentions, files }) => {
  const { db, me } = ctx
  const { c } = await opened(ctx, instanceId)
  const named = [...new Set(mentions ?? [])]
  await mustTakePart(ctx, c, named)
  const persons = await personsOf(db, named)
  const line = {
    id: uuidv7(),
    action: 'comment',
    actorId: me.userId,
    opinion: content,
    files: files ?? null,
    to: [...persons.values()].map(p => p.name).join('、') || null,
  } as const
  await writeLog(db, c, [line])
  if (files?.length) await attachFiles(db, processLog, line.id, { files })
  await tellOf(ctx, c, FLOW_MESSAGES.comment, named, currentNames(c), { by: me.nickName, opinion: content })
})
/** Mentioning grants no access: only people who may read the case can be mentioned. */
async function mustTakePart({ db, me }: Acting, c: Case, userIds: readonly string[]): Promise<void> {
  if (!userIds.length) return
  const rows = await db.query<{
    id: string
  }>(sql`select assignee_id as id from process_task where tenant_id = ${me.tenantId} and instance_id = ${c.instance.id} and state <> 'waiting'
    union select user_id from process_cc where tenant_id = ${me.tenantId} and instance_id = ${c.instance.id}`)
  const inside = new Set([c.instance.applicantId, c.instance.submittedBy, ...rows.map(r => r.id)])
  const stranger = userIds.find(id => !inside.has(id))
  if (!stranger) return
  const name = (await personsOf(db, [stranger])).get(stranger)?.name
  if (!name) throw notFound()
  throw caseRefusal('mention', { name }, 'mentions')
}
export default [withdraw, resubmit, urge, cc, comment]
