import sql from 'sql-template-tag'
import { ENDED, WITH_RECORD } from '#modules/student/model/status.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { headAccounts, isHead } from '../../attention/server/api.ts'
import { mhAppointment } from '../model/appointment.ts'
import { destructions, mhDestruction } from '../model/destruction.ts'
import { COUNSELLING_MESSAGES } from '../model/messages.ts'
import { mhRecord } from '../model/record.ts'
import { settingsOf } from './settings.ts'

const LINK = '/mentalHealth/destructions'
interface Left {
  id: string
  leftOn: string
}
const perStudent = (rows: ReadonlyArray<{ studentId: string }>, id: string): number => rows.filter(r => r.studentId === id).length
/** 50-MH12: records, and what students wrote when booking, of those who left so many years ago. The students are locked: whoever comes back to the school at this moment keeps
 *  theirs. The protocol is made of what was really removed, so of two runs at once one writes it. Returns of how many students something was destroyed. */
export async function destroyDue(db: Db): Promise<number> {
  const { recordYears } = await settingsOf(db)
  const { tenantId } = db.me
  // away from the day after the last one on the roll; who never was, from the beginning
  const due = await db.query<Left>(sql`select s.id, l.left_on::text as "leftOn" from student s
      cross join lateral (select coalesce(max(h."to") filter (where h.status = any(${[...WITH_RECORD]}::text[])), min(h."from")) as left_on
        from class_history h where h.tenant_id = s.tenant_id and h.student_id = s.id) l
    where s.tenant_id = ${tenantId} and s.status = any(${[...ENDED]}::text[]) and l.left_on <= (${today()}::date - make_interval(years => ${recordYears}::int))::date
      and (exists (select from mh_record r where r.tenant_id = s.tenant_id and r.student_id = s.id)
        or exists (select from mh_appointment a where a.tenant_id = s.tenant_id and a.student_id = s.id and a.intake is not null))
    order by s.id for no key update of s`)
  if (!due.length) return 0
  const ids = due.map(d => d.id)
  const records = await db.removeWhere(mhRecord, { studentId: ids }, { history: false, returning: ['studentId'] })
  const intakes = await db.updateWhere(
    mhAppointment,
    sql`t.student_id = any(${ids}::uuid[]) and t.intake is not null`,
    { intake: null },
    { history: false, returning: ['studentId'] },
  )
  const lines = due.map(({ id, leftOn }) => ({ studentId: id, leftOn, keptYears: recordYears, records: perStudent(records, id), intakes: perStudent(intakes, id) }))
  const done = lines.filter(l => l.records + l.intakes > 0)
  await db.insertMany(mhDestruction, done, { history: false })
  const to = await headAccounts(db)
  if (done.length && to.length) await notify(db, COUNSELLING_MESSAGES.destroyed, { to, values: {}, link: LINK, mobileLink: LINK })
  return done.length
}
interface Line {
  id: string
  at: string
  name: string
  studentNo: string | null
  leftOn: string
  keptYears: number
  records: number
  intakes: number
}
const register = handle(destructions, async ({ db }, { current, size }) => {
  const page = askedPage({ current, size })
  if (!(await isHead(db))) return { isHead: false, result: [], page: page.head(0) }
  const total = await db.unscoped(mhDestruction).count({}) // the head reads all
  const result =
    await db.query<Line>(sql`select d.id, d.created_at as at, s.name, s.student_no as "studentNo", d.left_on::text as "leftOn", d.kept_years as "keptYears", d.records, d.intakes
    from mh_destruction d join student s on s.tenant_id = d.tenant_id and s.id = d.student_id where d.tenant_id = ${db.me.tenantId}
    order by d.created_at desc, d.id ${page.limit}`)
  return { isHead: true, result, page: page.head(total) }
})
export default [register, scheduledJob('mentalHealth.destroy', '咨询记录到期销毁', '40 3 * * *', destroyDue)]
