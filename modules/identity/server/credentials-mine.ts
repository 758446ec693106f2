import sql from 'sql-template-tag'
import { isUuid } from '#model'
import { handle } from '#server/context.ts'
import { endSessions, kick, liveSessions } from '#server/identity/api.ts'
import { endMySession, mySessions, mySignIns } from '../model/credentials-sessions.ts'

const devices = handle(mySessions, async ({ db, me }) => {
  const live = await liveSessions(db, [me.userId], 100)
  return live.map(({ userId: _mine, ...s }) => ({ ...s, realm: s.realm as 'admin', isCurrent: s.id === me.sessionId }))
})
const end = handle(endMySession, async ({ db, me }, { sessionId }) => {
  if (!sessionId) return { ended: await endSessions(db, [me.userId], 'kicked', me.sessionId) }
  return { ended: isUuid(sessionId) && sessionId !== me.sessionId ? await kick(db, [me.userId], [sessionId]) : 0 }
})
/** The user's sign-ins of the last half year, including failed attempts: they reveal attacks. */
const history = handle(mySignIns, ({ db, me }) =>
  db.query<{ id: string; at: string; way: string; result: 'success' | 'failure' | 'refused'; reason: string | null; ip: string | null; device: string | null }>(sql`
    select id, at, way, result, reason, ip, device from login_log where tenant_id = ${me.tenantId} and user_id = ${me.userId} and at > now() - interval '180 days' order by at desc limit 100`),
)
export default [devices, end, history]
