import sql from 'sql-template-tag'
import { notAllowed } from '#model'
import type { Audience } from '#modules/system/model/audience.ts'
import { freezeQueries } from '#modules/system/server/api.ts'
import { permissionHolders } from '#server/access/holders.ts'
import { type Db, handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { paramOf } from '#server/params/params.ts'
import { noticeDecided, noticePending, OF_NOTICE } from '../model/events.ts'
import { message, messageDelivery } from '../model/message.ts'
import { approveNotice, notice, type Publisher, pinNotice, publishNotice, rejectNotice, withdrawNotice } from '../model/notice.ts'
import { accountsOf, type Notice, PUBLISHED, publisherOf } from './distribute-notice.ts'

/** Publishes, or submits for approval where the school requires it. Distribution follows in the background. */
const publish = handle(publishNotice, async (ctx, { id }) => {
  const { db, me, refuse } = ctx
  const row = await db.visible(notice).lock(id, 'publish')
  if (row.expireAt && Date.parse(row.expireAt) <= Date.now()) refuse('expired', { expireAt: row.expireAt.slice(0, 16).replace('T', ' ') }, 'expireAt')
  const publisher = publisherOf(me)
  const accounts = await accountsOf(db, { audience: row.audience, realm: row.realm, publisher })
  const [counted] = await db.query<{ count: number }>(sql`select count(*)::int as count from ${accounts} a`)
  const count = counted?.count ?? 0
  if (!count) refuse('nobody', {}, 'audience')
  await freezeQueries(db, id, row.audience as Audience)
  const mustWait = (await paramOf<boolean>(ctx, 'notice', 'approval')) && !me.permissions.has('message:notice:approve')
  if (!mustWait) {
    await goOut(db, row, publisher)
    return { state: 'published' as const, count }
  }
  await db.update(notice, id, { state: 'pending', publisher, reviewNote: null })
  await notify(db, noticePending, { to: await approvers(db), values: { title: row.title, author: me.nickName }, bizType: 'notice', bizId: id, link: `/message/notices?id=${id}` })
  return { state: 'pending' as const, count }
})
const approve = handle(approveNotice, async ({ db, me, refuse }, { id }) => {
  const row = await db.visible(notice).lock(id, 'approve')
  if (!row.publisher) throw notAllowed(notice, row, 'approve')
  if (row.publisherId === me.userId) refuse('own')
  await goOut(db, row, row.publisher)
  await decided(db, row, '已通过', '同意')
})
const reject = handle(rejectNotice, async ({ db }, { id, note }) => {
  const row = await db.visible(notice).lock(id, 'reject')
  await db.update(notice, id, { state: 'draft', reviewNote: note })
  await decided(db, row, '被退回', note)
})
/** Removes the notice from its readers' lists; their messages say that it was withdrawn. */
const withdraw = handle(withdrawNotice, async ({ db }, { id }) => {
  const row = await db.visible(notice).lock(id, 'withdraw')
  await db.update(notice, id, { state: row.state === 'pending' ? 'draft' : 'withdrawn', isPinned: false })
  const standing = { bizId: id, bizType: 'notice', eventCode: [...OF_NOTICE], isWithdrawn: false }
  const gone = { isWithdrawn: true, link: null, mobileLink: null, readAt: sql`coalesce(read_at, now())` }
  const touched = await db.updateWhere(message, standing, gone, { returning: ['recipientId'], history: false }) // all readers; the notice's own history has it
  const isWaiting = sql`m.tenant_id = d.tenant_id and m.id = d.message_id and m.biz_id = ${id} and m.biz_type = 'notice' and m.is_withdrawn and d.state = 'queued'`
  await db.updateWhere(messageDelivery, isWaiting, { state: 'skipped', error: '通知已撤回' }, { as: 'd', from: sql`message m`, bookkeeping: true })
  db.live(
    'message',
    touched.map(t => t.recipientId),
  )
})
const pin = handle(pinNotice, async ({ db }, { id, isPinned }) => {
  const row = await db.visible(notice).lock(id, 'pin')
  await db.update(notice, row.id, { isPinned })
})
async function goOut(db: Db, row: Notice, publisher: Publisher): Promise<void> {
  await db.update(notice, row.id, { state: 'published', publisher, publishAt: row.publishAt ?? new Date().toISOString() })
  await db.emit(PUBLISHED, { noticeId: row.id })
}
async function approvers(db: Db): Promise<string[]> {
  const holders = await permissionHolders(db, 'message:notice:approve')
  return [...new Set(holders.filter(h => h.role !== 'admin' && h.id !== db.me.userId).map(h => h.id))]
}
const decided = (db: Db, row: Notice, result: string, note: string): Promise<void> =>
  row.publisherId
    ? notify(db, noticeDecided, {
        to: [row.publisherId],
        values: { title: row.title, result: { text: result }, note: { text: note } },
        bizType: 'notice',
        bizId: row.id,
        link: `/message/notices?id=${row.id}`,
      })
    : Promise.resolve()
export default [publish, approve, reject, withdraw, pin]
