import type { Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { publishContent } from '../model/actions.ts'
import { contentChannel } from '../model/channel.ts'
import { contentItem } from '../model/content-item.ts'
import { SITE_MESSAGES } from '../model/messages.ts'
import { settingsOf } from './settings.ts'

type Item = Row<typeof contentItem>
const about: MessageAbout<Item> = {
  bizType: 'contentItem',
  link: row => `/site/items?id=${row.id}`,
  values: async (row, db) => ({ title: row.title, channel: (await db.cached(contentChannel)).get(row.channelId)?.name ?? '' }),
}
const todos = rowTodos(contentItem, about, {
  review: {
    text: '网站内容“{title}”待审核',
    while: row => row.state === 'reviewing',
    gone: row => row.state !== 'reviewing' && row.state !== 'published' && row.state !== 'scheduled',
    link: about.link,
    message: SITE_MESSAGES.toReview,
  },
})
export const followItem = (db: Db, rows: readonly Item[]): Promise<void> => todos.follow(db, rows)
/** Everybody who may review it and did not write or pass it. */
export async function askReviewers(db: Db, row: Item, without: ReadonlySet<string>): Promise<void> {
  const to = (await accountsWith(db, publishContent.permission)).filter(id => !without.has(id))
  if (to.length) await todos.open(db, 'review', [{ row, to, more: { author: db.me.nickName } }])
}
/** One who has passed it has nothing more to do about it. */
export const passedBy = (db: Db, row: Item, userId: string): Promise<void> => todos.follow(db, [{ ...row, state: 'published' }], () => [userId])
const toAuthor = (row: Item): string[] => (row.authorId ? [row.authorId] : [])
export const tellSentBack = (db: Db, row: Item, note: string): Promise<void> => notifyAbout(db, SITE_MESSAGES.sentBack, about, [{ row, to: toAuthor(row), more: { note } }])
/** What follows from going out: the author is told, and whoever listens. */
export async function tellOut(db: Db, rows: readonly Item[]): Promise<void> {
  await notifyAbout(
    db,
    SITE_MESSAGES.out,
    about,
    rows.map(row => ({ row, to: toAuthor(row) })),
  )
  const channels = await db.cached(contentChannel)
  await db.emitMany(
    'site.published',
    rows.map(row => ({ itemId: row.id, channel: channels.get(row.channelId)?.code ?? null })),
  )
}
export async function tellExpiring(db: Db, rows: readonly Item[]): Promise<void> {
  const { expiringDays: days } = await settingsOf(db)
  const each = rows.map(row => ({ row, to: toAuthor(row), more: { days, expireAt: schoolTimeText(row.expireAt ?? '') } }))
  await notifyAbout(db, SITE_MESSAGES.expiring, about, each)
}
