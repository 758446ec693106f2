import sql, { type Sql } from 'sql-template-tag'
import type { MessageEvent, Row } from '#model'
import type { Audience } from '#modules/system/model/audience.ts'
import { user } from '#modules/system/model/user.ts'
import { audienceAccounts, publishesWith } from '#modules/system/server/api.ts'
import { type Db, on, type Principal, type Reach, type Realm } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { noticePublished } from '../model/events.ts'
import { notice, noticeRead, type Publisher } from '../model/notice.ts'
import { ruleOf, spread } from './fan-out.ts'
import { settingsOf } from './settings.ts'
import { insideText } from './texts.ts'

export type Notice = Row<typeof notice>
export const PUBLISH = 'message:notice:publish'
/** Event that distributes a published notice in the background. */
export const PUBLISHED = 'message.noticePublished'

/** The publisher's data needed to evaluate the scope. */
export const publisherOf = (me: Principal): Publisher => ({
  userId: me.userId,
  departmentId: me.departmentId,
  teacherId: me.teacherId,
  studentId: me.studentId,
  reaches: [...(me.permissions.get(PUBLISH) ?? [])],
})
/** Today's accounts of a notice's audience, limited to the publisher's scope at the time of publishing. */
export async function accountsOf(db: Db, of: Pick<Notice, 'audience' | 'realm'> & { publisher: Publisher; publishedAs?: string }): Promise<Sql> {
  const who: Principal = { ...db.me, ...of.publisher, permissions: new Map() }
  const reached = await db.reachOf(user, who, of.publisher.reaches as Reach[])
  return audienceAccounts(db, of.audience as Audience, reached, { realm: of.realm as Realm, ...(of.publishedAs ? { publishedAs: of.publishedAs } : {}) })
}
/** Adds missing readers of a notice and their messages, one statement each for any number of people. Returns the number added. */
async function handOut(db: Db, of: Notice): Promise<number> {
  if (!of.publisher) return 0
  const accounts = await accountsOf(db, { audience: of.audience, realm: of.realm, publisher: of.publisher, publishedAs: of.id })
  const missing = await db.query<{ id: string }>(
    sql`select a.id from ${accounts} a where not exists (select from notice_read r where r.tenant_id = ${db.me.tenantId} and r.notice_id = ${of.id} and r.user_id = a.id)`,
  )
  if (!missing.length) return 0
  if (missing.length > FEW) await forgetPlans(db)
  const reader = { noticeId: of.id, userId: sql`x` }
  const added = await db.insertFrom(noticeRead, reader, sql`unnest(${missing.map(m => m.id)}::uuid[]) x`, { skipExisting: true, returning: ['userId'], history: false })
  if (!added.length) return 0
  await tellOf(
    db,
    of,
    noticePublished,
    added.map(a => a.userId),
  )
  return added.length
}
/** Sends these people a message about a notice, in the event's or the school's own template. */
export async function tellOf(db: Db, of: Notice, told: MessageEvent, to: readonly string[]): Promise<void> {
  const [from] = await db.query<{ name: string }>(sql`select coalesce(d.name, u.nick_name) as name from sys_user u
    left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id where u.tenant_id = ${db.me.tenantId} and u.id = ${of.publisherId}`)
  const event = { ...told, module: 'message' }
  const values = { title: of.title, publisher: from?.name ?? '', time: (of.publishAt ?? '').slice(0, 16).replace('T', ' ') }
  const text = insideText(event, (await ruleOf(db, event))?.templates ?? null, values)
  await spread(db, event, [{ to, ...text, values, bizType: 'notice', bizId: of.id, link: linkOf(of.id), mobileLink: linkOf(of.id) }], await settingsOf(db))
}
const FEW = 200
/** Discard cached plans: foreign-key checks planned while a table was small would scan all of it for each of thirty thousand rows. */
export const forgetPlans = (db: Db): Promise<unknown> => db.query(sql`discard plans`)
export const linkOf = (id: string): string => `/personal/mynotice?id=${id}`

const listener = on(PUBLISHED, 'message.handOut', async ({ db }, { noticeId }) => {
  await handOutDue(db, noticeId as string)
})
/** Distributes a due notice under a row lock, so that two servers cannot do it at once. */
async function handOutDue(db: Db, id: string): Promise<number> {
  const [due] = await db.query<{ id: string }>(sql`select id from notice where tenant_id = ${db.me.tenantId} and id = ${id} and deleted_at is null and state = 'published'
    and publish_at <= now() and (expire_at is null or expire_at > now()) for update`)
  if (!due) return 0
  const count = await handOut(db, await db.unscoped(notice).one(id)) // acts for the publisher
  await db.updateWhere(notice, { id, 'toldAt.isNull': true }, { toldAt: new Date().toISOString() }, { bookkeeping: true })
  return count
}
/**
 * Every minute: distributes scheduled notices and adds new audience members. Expired notices leave the lists. Each notice is a transaction: thousands of students who are new on the roll are readers
 * of all of them, and no other message of the school is written meanwhile.
 */
export async function followNotices(db: Db, isTenth?: boolean, stopping?: AbortSignal): Promise<number> {
  const over = await db.updateWhere(notice, sql`state = 'published' and expire_at <= now()`, { state: 'expired', isPinned: false })
  let added = 0
  await eachApart(await runningNotices(db, isTenth ?? null), async ({ id }) => {
    if (!stopping?.aborted) added += await db.tx(tx => handOutDue(tx, id))
  })
  return over.length + added
}
const job = scheduledJob('message.notices', '公告按时发布和到期', '* * * * *', (db, _params, stopping) => followNotices(db, undefined, stopping), {
  isWhole: false,
  due: `select from notice where tenant_id = $1 and state = 'published' and (expire_at <= now() or (deleted_at is null and publish_at <= now() and (told_at is null or extract(minute from now())::int % 10 = 0)))`,
})
/** Scheduled notices are checked every minute, new audience members every ten. */
const runningNotices = (db: Db, isTenth: boolean | null): Promise<Array<{ id: string }>> =>
  db.query(sql`select id from notice where tenant_id = ${db.me.tenantId} and deleted_at is null and state = 'published' and publish_at <= now()
    and (told_at is null or coalesce(${isTenth}::boolean, extract(minute from now())::int % 10 = 0)) order by publish_at`)

export default [listener, job, publishesWith(PUBLISH)]
