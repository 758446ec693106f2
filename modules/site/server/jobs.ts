import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { contentItem } from '../model/content-item.ts'
import { tellExpiring, tellOut } from './item-todos.ts'
import { pagesChanged } from './revisions.ts'
import { settingsOf } from './settings.ts'

/** Readers follow the clock by themselves; the states of the list follow here (60-WC2). */
export const begin = whenDue(contentItem, {
  when: `t.state = 'scheduled' and t.deleted_at is null`,
  at: 'publishAt',
  set: { state: 'published' },
  act: (db, rows) => tellOut(db, rows),
})
export const end = whenDue(contentItem, {
  when: `t.state = 'published' and t.deleted_at is null`,
  at: 'expireAt',
  set: { state: 'expired', liveNo: null, pinnedUntil: null },
  act: db => pagesChanged(db),
})
/** Once for each time it went out, so many days before its end. */
const remind = scheduledJob(
  'site.expiring',
  '网站内容到期提醒',
  '30 8 * * *',
  async db => {
    const { expiringDays } = await settingsOf(db)
    const isNear = sql`t.state = 'published' and t.deleted_at is null and t.expiry_told is null and t.expire_at between ${iso(0)} and ${iso(expiringDays)}`
    const near = await db.updateWhere(contentItem, isNear, { expiryTold: 'told' }, { history: false, bookkeeping: true })
    const rows = near.length ? await db.unscoped(contentItem).all({ id: near.map(row => row.id) }) : [] // the clock acts on all rows
    await tellExpiring(db, rows)
    return rows.length
  },
  { due: `select from content_item t where t.tenant_id = $1 and t.state = 'published' and t.expiry_told is null and t.expire_at is not null` },
)
const iso = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
export default [deadlines('site.clock', '网站内容上线和到期', '* * * * *', [begin, end]), remind]
