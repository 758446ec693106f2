import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { handle } from '#server/context.ts'
import { contentItem } from '../model/content-item.ts'
import { siteStatistics } from '../model/statistics.ts'
import { settingsOf } from './settings.ts'

const MOST = 20
const YEAR_DAYS = 365
const iso = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
export default handle(siteStatistics, async ({ db }, { from, to }) => {
  const { expiringDays } = await settingsOf(db)
  const items = db.visible(contentItem).rows()
  const views = sql`(select v.* from content_view v join ${items} i on i.id = v.item_id where v.tenant_id = ${db.me.tenantId} and v.day between ${from}::date and ${to}::date)`
  const byDay = await db.query<{ day: string; views: number }>(
    sql`select to_char(v.day, 'YYYY-MM-DD') as day, sum(v.views)::int as views from ${views} v group by v.day order by v.day`,
  )
  const byItem = await db.query<{ id: string; title: string; views: number }>(
    sql`select i.id, i.title, sum(v.views)::int as views from ${views} v join content_item i on i.tenant_id = v.tenant_id and i.id = v.item_id group by i.id, i.title order by 3 desc, i.id limit ${MOST}`,
  )
  return {
    views: byDay.reduce((sum, day) => sum + day.views, 0),
    byDay,
    byItem,
    notHelpful: await db.query<{ id: string; question: string; helpful: number; notHelpful: number }>(
      sql`select id, question, helpful, not_helpful as "notHelpful" from faq_item where tenant_id = ${db.me.tenantId} and not_helpful > 0 order by not_helpful desc, id limit ${MOST}`,
    ),
    searches: await db.query<{ words: string; count: number }>(
      sql`select words, count from empty_search where tenant_id = ${db.me.tenantId} and state = 'open' order by count desc, words limit ${MOST}`,
    ),
    expiring: await db.query<{ id: string; title: string; at: string }>(
      sql`select i.id, i.title, i.expire_at as at from ${items} i where i.state = 'published' and i.expire_at between ${iso(0)} and ${iso(expiringDays)} order by i.expire_at, i.id limit ${MOST}`,
    ),
    old: await db.query<{ id: string; title: string; at: string }>(
      sql`select i.id, i.title, i.updated_at as at from ${items} i where i.state = 'published' and i.updated_at < ${iso(-YEAR_DAYS)} order by i.updated_at, i.id limit ${MOST}`,
    ),
  }
})
