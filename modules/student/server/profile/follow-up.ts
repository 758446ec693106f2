import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { handle } from '#server/context.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { endFollowUp, followUp, hintKey, myFollowUp, settledHint, settleHint } from '../../model/profile.ts'
import { student } from '../../model/student.ts'
import { partsOf, studentSeen } from './look.ts'

const BIZ_TYPE = 'followUp'
const mine = handle(myFollowUp, async (ctx, { id }) => {
  await studentSeen(ctx, id)
  const [open] = await ctx.db.query<{ note: string | null; dueAt: string | null }>(sql`
    select summary as note, due_at as "dueAt" from todo where tenant_id = ${ctx.db.me.tenantId} and user_id = ${ctx.me.userId} and biz_type = ${BIZ_TYPE} and biz_id = ${id} and state = 'open'`)
  return open ? { note: open.note, dueAt: open.dueAt && new Date(open.dueAt).toISOString() } : null
})
/** A mark for oneself is a to-do of one's own: the desktop reminds of it, nobody else sees it. */
const mark = handle(followUp, async (ctx, { id, note, dueOn }) => {
  const who = await ctx.db.visible(student).one(id)
  await openTodos(ctx.db, [
    {
      userId: ctx.me.userId,
      kind: 'task',
      title: { text: '跟进 {name}', values: { name: who.name } },
      bizType: BIZ_TYPE,
      bizId: id,
      link: `/student/profile?id=${id}`,
      dueAt: dueOn ? schoolInstant(dueOn, '18:00') : null,
      applicantName: who.name,
      summary: note || null,
    },
  ])
})
const ended = handle(endFollowUp, async (ctx, { id }) => {
  await closeTodos(ctx.db, { bizType: BIZ_TYPE, bizId: id, userIds: [ctx.me.userId] }, 'done')
})
/** A hint that one of the reader's parts gives now; it shows again once its evidence is newer. */
const settle = handle(settleHint, async (ctx, { id, hint, note }) => {
  const { db, me } = ctx
  await studentSeen(ctx, id)
  const part = partsOf(db).find(p => p.notable && hint.startsWith(`${p.code}/`))
  const found = (await part?.notable?.(ctx, id))?.find(n => n && part && hintKey(part.code, n.code) === hint)
  if (!found) return ctx.refuse('noHint')
  await db.upsert(settledHint, ['studentId', 'hint'], [{ studentId: id, hint, appliedAt: found.at ?? null, note, userId: me.userId }])
})
export default [mine, mark, ended, settle]
