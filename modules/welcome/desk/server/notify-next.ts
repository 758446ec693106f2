import sql from 'sql-template-tag'
import type { Row } from '#model'
import { venue } from '#modules/campus/model/places.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { welcomePoint } from '../../steps/model/point.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { type Member, statesOf, stepsOf } from '../../steps/server/api.ts'
import { DESK_MESSAGES } from '../model/messages.ts'

type Point = Row<typeof welcomePoint>
/** Whose scans say how busy a point is. */
const LATELY = sql`interval '10 minutes'`

/** On site: where to go next. Of several points with something to do there, the least busy one. */
export async function tellNext({ db }: Pick<Ctx, 'db'>, member: Member, batch: string): Promise<void> {
  const [states, steps, points] = [
    new Map((await statesOf(db, member)).map(s => [s.stepCode, s])),
    await stepsOf(db, member.batchId),
    await db.unscoped(welcomePoint).all({ batchId: member.batchId, isOpen: true }, { sort: ['name'] }), // where steps are done is open
  ]
  const open = steps.filter(s => s.phase === 'site' && s.required && states.get(s.code)?.state === 'open')
  const offers = open.flatMap(step => points.filter(p => p.stepCodes.includes(step.code)).map(point => ({ step, point })))
  const busy = await scansOf(db, [...new Set(offers.map(o => o.point))])
  const [next] = offers.toSorted((a, b) => (busy.get(a.point.id) ?? 0) - (busy.get(b.point.id) ?? 0))
  const userId = (await accountsOf(db, [member.studentId])).get(member.studentId)
  if (!next || !userId) return
  const place = (await db.cached(venue)).get(next.point.venueId ?? '')?.name
  await notifyEach(db, DESK_MESSAGES.next, [
    {
      to: [userId],
      values: { name: batch, step: next.step.name, point: [next.point.name, place].filter(Boolean).join(' ') },
      bizType: welcomeMember.name,
      bizId: member.id,
      link: '/welcome/index',
      mobileLink: '/welcome/index',
    },
  ])
}
/** Scans of late, by each of the staff. */
async function scansOf(db: Db, points: readonly Point[]): Promise<ReadonlyMap<string, number>> {
  if (points.length < 2) return new Map()
  const rows = await db.query<{ id: string; n: number }>(sql`select point_id as id, count(*)::int as n from welcome_scan
    where tenant_id = ${db.me.tenantId} and point_id = any(${points.map(p => p.id)}::uuid[]) and kind = 'done' and at > now() - ${LATELY} group by 1`)
  const scans = new Map(rows.map(r => [r.id, r.n]))
  return new Map(points.map(p => [p.id, (scans.get(p.id) ?? 0) / Math.max(1, p.staff.length)]))
}
