import sql, { type Sql } from 'sql-template-tag'
import { allModules } from '#model'
import { type Db, handle, type Lang } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { likePattern } from '#server/data/where.ts'
import { translate } from '#server/i18n/translate.ts'
import { liveCount } from '#server/live/live.ts'
import { type LEVELS, message, myMessages, openMessage, readMessages, removeMessages, unreadCount } from '../model/message.ts'
import { ruleOf } from './fan-out.ts'
import { inRealm, mayFollow } from './links.ts'
import { eventNamed, insideText, type Values } from './texts.ts'

interface Row {
  id: string
  eventCode: string
  category: string
  title: string
  content: string
  level: keyof typeof LEVELS
  bizType: string | null
  bizId: string | null
  link: string | null
  mobileLink: string | null
  merged: number
  isWithdrawn: boolean
  readAt: string | null
  createdAt: string
  variables: Values | null
}
const COLUMNS = sql`id, event_code as "eventCode", category, title, content, level, biz_type as "bizType", biz_id as "bizId", link, mobile_link as "mobileLink", merged, is_withdrawn as "isWithdrawn", read_at as "readAt",
  created_at as "createdAt", variables`
const own = (db: Db): Sql => sql`from message where tenant_id = ${db.me.tenantId} and recipient_id = ${db.me.userId} and deleted_at is null`
/** Older messages are archived: excluded from lists and counts, found by search and by date (P7). */
const RECENT = sql`created_at > now() - interval '2 years'`
const unreadOf = async (db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.query<{ id: string; count: number }>(
    sql`select recipient_id as id, count(*)::int as count from message where tenant_id = ${db.me.tenantId} and recipient_id = any(${[...userIds]}::uuid[]) and read_at is null and deleted_at is null and ${RECENT} group by recipient_id`,
  )
  return new Map(rows.map(r => [r.id, r.count]))
}
const unread = async (db: Db): Promise<number> => (await unreadOf(db, [db.me.userId])).get(db.me.userId) ?? 0
const categoryName = (lang: Lang, code: string): string => translate(lang, allModules().find(m => m.code === code)?.name ?? code)

const mine = handle(myMessages, async ({ db, lang }, { current, size, keyword, category, isRead, from, to }) => {
  const { limit } = askedPage({ current, size })
  const wanted = sql`${own(db)}${keyword || from || to ? sql`` : sql` and ${RECENT}`}${keyword ? sql` and (title like ${likePattern(keyword)} or content like ${likePattern(keyword)})` : sql``}${category ? sql` and category = ${category}` : sql``}${
    isRead === undefined || isRead === null ? sql`` : sql` and (read_at is not null) = ${isRead}`
  }${from ? sql` and created_at >= ${from}::timestamptz` : sql``}${to ? sql` and created_at <= ${to}::timestamptz` : sql``}`
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total ${wanted}`)
  const rows = await db.query<Row>(sql`select ${COLUMNS} ${wanted} order by created_at desc, id desc ${limit}`)
  const categories = await db.query<{ category: string; unread: number }>(
    sql`select category, (count(*) filter (where read_at is null))::int as unread ${own(db)} and ${RECENT} group by category order by category`,
  )
  return {
    total: counted?.total ?? 0,
    unread: categories.reduce((n, c) => n + c.unread, 0),
    categories: categories.map(c => ({ ...c, name: categoryName(lang, c.category) })),
    result: await Promise.all(rows.map(row => shown(db, lang, row))),
  }
})
/** Rendered in the reader's language if different from the original; a withdrawn message shows only that. */
async function shown(db: Db, lang: Lang, { variables, eventCode, ...row }: Row) {
  const named = { ...row, categoryName: categoryName(lang, row.category) }
  if (row.isWithdrawn) return { ...named, title: translate(lang, '已撤回'), content: translate(lang, '这条消息对应的内容已撤回。'), link: null, mobileLink: null }
  const event = lang === 'zh-cn' || row.bizType === 'summary' ? undefined : eventNamed(eventCode)
  if (!event || !variables) return named
  return { ...named, ...insideText(event, (await ruleOf(db, event))?.templates ?? null, variables, lang) }
}
const read = handle(readMessages, async ({ db }, { ids, isAll }) => {
  const which = { recipientId: db.me.userId, 'readAt.isNull': true, ...(isAll ? {} : { id: ids ?? [] }) }
  await db.updateWhere(message, which, { readAt: new Date().toISOString() }, { bookkeeping: true })
  db.live('message', [db.me.userId])
  return { unread: await unread(db) }
})
const remove = handle(removeMessages, async ({ db }, { ids }) => {
  const gone = await db.removeWhere(message, { recipientId: db.me.userId, id: ids }, { history: false }) // the row itself records the time
  db.live('message', [db.me.userId])
  return { done: gone.length }
})
const open = handle(openMessage, async ({ db, lang }, { id }) => {
  const [row] = await db.query<Row>(sql`select ${COLUMNS} ${own(db)} and id = ${id}`)
  if (!row) return null
  await db.updateWhere(message, { id, 'readAt.isNull': true }, { readAt: new Date().toISOString() }, { bookkeeping: true })
  db.live('message', [db.me.userId])
  const [link, mobileLink] = [row.link && inRealm(db, row.link), row.mobileLink && inRealm(db, row.mobileLink)]
  const why = await whyNot(db, { ...row, link })
  return { link, mobileLink, canOpen: !why, why: why ? translate(lang, why) : null }
})
async function whyNot(db: Db, row: Row): Promise<string | null> {
  if (row.isWithdrawn) return '这条消息对应的内容已撤回。'
  if (!row.link) return null
  return (await mayFollow(db, row.link)) ? null : '你现在没有打开这个页面的权限，可能是角色已调整。需要时请联系学校管理员。'
}
export default [mine, read, remove, open, handle(unreadCount, async ({ db }) => unread(db)), liveCount('message', unreadOf)]
