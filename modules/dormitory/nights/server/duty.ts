import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { nightsOfMonth, takeTurns } from '../model/duty-rotation.ts'
import { NIGHT_MESSAGES } from '../model/messages.ts'
import { fillDuty, nightDuty } from '../model/night-duty.ts'
import { tonight } from './confirm-presence.ts'

const LINK = '/dormitory/night'
/** Names of duty officers without an account, who cannot be notified. */
const unreachable = (db: Db, teacherIds: readonly string[]): Promise<Array<{ name: string }>> =>
  db.query<{ name: string }>(sql`select t.name from teacher t where t.tenant_id = ${db.me.tenantId} and t.id = any(${[...teacherIds]}::uuid[])
    and not exists (select from teacher_account u where u.tenant_id = t.tenant_id and u.teacher_id = t.id)`)
/** Past nights are immutable; tonight may still change. */
async function check({ db }: Pick<Ctx, 'db'>, { nightDate, teacherId }: { nightDate?: string | null; teacherId?: string | null }): Promise<void> {
  if (nightDate && nightDate < tonight()) throw refusalOf(nightDuty, 'over', { night: nightDate }, 'nightDate')
  const [lacking] = teacherId ? await unreachable(db, [teacherId]) : []
  if (lacking) throw refusalOf(nightDuty, 'noAccount', { name: lacking.name }, 'teacherId')
}
const records = rules(nightDuty, {
  add: check,
  async update(ctx, row, patch) {
    await check(ctx, { nightDate: row.nightDate })
    await check(ctx, patch)
  },
  remove: (ctx, row) => check(ctx, { nightDate: row.nightDate }),
})
const fill = handle(fillDuty, async ({ db, refuse }, { month, departmentId, teacherIds: given }) => {
  const nights = nightsOfMonth(month)
  if (!nights) return refuse('month', { month }, 'month')
  const left = nights.filter(n => n >= tonight())
  if (!left.length) refuse('past', { month }, 'month')
  const teacherIds = [...new Set(given.flatMap(id => id ?? []))]
  const [lacking] = await unreachable(db, teacherIds)
  if (lacking) refuse('noAccount', { name: lacking.name }, 'teacherIds')
  const where = { departmentId: departmentId ?? null, 'nightDate.ge': left[0], 'nightDate.le': left.at(-1) }
  // existing entries stay; scope is checked for all together, last
  const known = new Set((await db.unscoped(nightDuty).all(where)).map(d => d.nightDate))
  const rows = takeTurns(left, known, teacherIds).map(t => ({ ...t, departmentId: departmentId ?? null }))
  await db.insertMany(nightDuty, rows)
  if ((await db.visible(nightDuty).count(where)) < (await db.unscoped(nightDuty).count(where))) refuse('outside', {}, 'departmentId')
  return { nights: rows.length, kept: left.length - rows.length }
})
/** Reminds duty officers in the afternoon. */
export async function remindDuty(db: Db, night = tonight()): Promise<number> {
  const rows = await db.query<{ id: string; userId: string; place: string | null }>(sql`select d.id, u.user_id as "userId", p.name as place from night_duty d
      join teacher_account u on u.tenant_id = d.tenant_id and u.teacher_id = d.teacher_id left join department p on p.tenant_id = d.tenant_id and p.id = d.department_id
    where d.tenant_id = ${db.me.tenantId} and d.night_date = ${night}::date`)
  await notifyEach(
    db,
    NIGHT_MESSAGES.nightDuty,
    rows.map(({ id, userId, place }) => ({ to: [userId], values: { night, place: place ?? { text: '全校' } }, bizType: 'nightDuty', bizId: id, link: LINK, mobileLink: LINK })),
  )
  return rows.length
}
export default [records, fill, scheduledJob('dormitory.nightDuty', '夜间值班提醒', '0 17 * * *', db => remindDuty(db))]
