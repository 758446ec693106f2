import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { accessAlert } from '../model/access-alert.ts'
import { ACCESS_MESSAGES } from '../model/messages.ts'
import { ALERTS_PAGE } from './notify-alerts.ts'
import { collegesOf, pupilsOf } from './people.ts'
import { accessSettings } from './settings.ts'

/**
 * Escalates unhandled alerts about missing students to the college, once. Waits while a device of the building is silent (20-DA7). 长时间未出楼 is never escalated (20-DA5).
 */
export async function escalate(db: Db, now = new Date().toISOString()): Promise<number> {
  const { alertEscalateHours: hours } = await accessSettings(db)
  const late = await db.updateWhere(
    accessAlert,
    sql`state = 'open' and type in ('nightOut', 'notSeen') and is_final and not is_uncertain and escalated_at is null
      and opened_at <= ${now}::timestamptz - make_interval(hours => ${hours}) and night_date >= ${now}::date - 7`,
    { escalatedAt: now, trace: sql`trace || jsonb_build_object('at', ${now}::text, 'what', 'escalated', 'type', type)` },
    { returning: ['studentId'], history: false }, // the row's trace records the steps
  )
  if (!late.length) return 0
  const ids = late.map(a => a.studentId)
  const [colleges, pupils] = await Promise.all([collegesOf(db, ids), pupilsOf(db, ids)])
  const pairs = late.flatMap(a => (colleges.get(a.studentId) ?? []).map(userId => ({ userId, alert: a })))
  await notifyEach(
    db,
    ACCESS_MESSAGES.accessEscalated,
    [...Map.groupBy(pairs, p => p.userId)].map(([userId, those]) => ({
      to: [userId],
      values: { count: those.length, names: those.map(t => pupils.get(t.alert.studentId)?.name ?? ''), hours },
      bizType: 'accessAlert',
      bizId: those[0]?.alert.id ?? '',
      link: ALERTS_PAGE,
      mobileLink: ALERTS_PAGE,
    })),
  )
  return late.length
}
