import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { endSessions, kick, liveSessions } from '#server/identity/api.ts'
import { countOpenTodos } from '#server/notifications/todos.ts'
import { user } from '../model/user.ts'
import { handover, kickSessions, userSessions } from '../model/user-actions.ts'
import { note } from './changes.ts'
import { manageable } from './users.ts'

const list = handle(userSessions, async ({ db, me }, { id }) => {
  const row = await db.visible(user).one(id)
  const live = await liveSessions(db, [row.id])
  return live.map(({ id: session, terminal, device, ip, createdAt, lastActiveAt }) => ({
    id: session,
    terminal,
    device,
    ip,
    createdAt,
    lastActiveAt,
    isCurrent: session === me.sessionId,
  }))
})
/** Without session ids all sessions of the account end, except the caller's. */
const end = handle(kickSessions, async (ctx, { id, sessionIds }) => {
  const { db, me } = ctx
  await manageable(ctx, [id])
  const ended = sessionIds?.length ? await kick(db, [id], sessionIds) : await endSessions(db, [id], 'kicked', me.sessionId)
  note(ctx, user, [id], 'kick', { 会话: { from: ended, to: 0 } })
  return { ended }
})
/** Open work before an account is disabled. */
const left = handle(handover, async ({ db, me }, { id }) => {
  const row = await db.visible(user).one(id)
  const classes = row.teacherId
    ? await db.query<{
        id: string
        name: string
        role: string
      }>(sql`select c.id, c.name, s.role from class_staff_now s join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
        where s.tenant_id = ${me.tenantId} and s.teacher_id = ${row.teacherId} order by c.class_no`)
    : []
  return { todos: await countOpenTodos(db, [row.id]), sessions: (await liveSessions(db, [row.id])).length, classes }
})
export default [list, end, left]
