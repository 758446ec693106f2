import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { keepPush, pushStanding, subscribePush, unsubscribePush, webPush } from '../model/web-push.ts'
import { areKeys, mayPushTo, vapidKeys } from './push-devices.ts'
import { modeOf, settingsOf } from './settings.ts'

const standing = handle(pushStanding, async ({ db }) => ({ mode: modeOf(await settingsOf(db), 'webPush'), key: vapidKeys(db).publicKey }))

/** An endpoint belongs to one browser, and so do its keys: with the same keys it is taken over by whoever uses the browser now, with others it was copied from elsewhere. */
const subscribe = handle(subscribePush, async ({ db, me, refuse }, { endpoint, p256dh, auth }) => {
  if (modeOf(await settingsOf(db), 'webPush') === 'off') refuse('off')
  if (!areKeys({ p256dh, auth })) refuse('keys')
  if (!(await mayPushTo(endpoint))) refuse('endpoint', { host: URL.canParse(endpoint) ? new URL(endpoint).host.slice(0, 80) : endpoint.slice(0, 80) }, 'endpoint')
  const device = { userId: me.userId, sessionId: me.sessionId as string, endpoint, keys: JSON.stringify({ p256dh, auth }), seenAt: new Date().toISOString(), lastOkAt: null }
  await db.tx(async inside => {
    const { added, changed } = await inside.upsert(webPush, ['endpoint', 'keys'], [device], { history: false })
    const [one] = [...added, ...changed]
    if (!one) return refuse('taken')
    // a session is one browser, and a browser has one subscription
    await inside.removeWhere(webPush, sql`t.session_id = ${me.sessionId} and t.id <> ${one.id}`, { history: false })
  })
})
const keep = handle(keepPush, async ({ db, me }, { endpoint }) => {
  const known = await ownDevice(db, endpoint)
  const id = known && !(await isSignedOut(db, known)) ? known : undefined
  if (id) await db.updateWhere(webPush, { id }, { sessionId: me.sessionId as string, seenAt: new Date().toISOString() }, { bookkeeping: true })
  return { isMine: id !== undefined }
})
const unsubscribe = handle(unsubscribePush, async ({ db }, { endpoint }) => {
  const id = await ownDevice(db, endpoint)
  if (id) await db.removeWhere(webPush, { id }, { history: false })
})
/** Whoever signed out meant it; a session that ran out or was replaced by another is taken up again. */
async function isSignedOut(db: Db, id: string): Promise<boolean> {
  const ended = await db.query(
    sql`select s.id from web_push w join user_session s on s.id = w.session_id where w.tenant_id = ${db.me.tenantId} and w.id = ${id} and s.end_reason = 'logout'`,
  )
  return ended.length > 0
}
/** The caller's device at this address. */
async function ownDevice(db: Db, endpoint: string): Promise<string | undefined> {
  const own = await db.unscoped(webPush).with('endpoint').all({ userId: db.me.userId }) // the caller's own
  return own.find(d => d.endpoint === endpoint)?.id
}
/** Whoever is signed out gets nothing any more; here the addresses go, too. */
const tidy = scheduledJob(
  'message.endedPush',
  '清理已退出的推送设备',
  '20 4 * * *',
  async db => (await db.removeWhere(webPush, sql`not exists (select from user_session s where s.id = t.session_id and s.state <> 'ended')`, { history: false })).length,
  { due: "select from web_push w where w.tenant_id = $1 and not exists (select from user_session s where s.id = w.session_id and s.state <> 'ended')" },
)
export default [standing, subscribe, keep, unsubscribe, tidy]
