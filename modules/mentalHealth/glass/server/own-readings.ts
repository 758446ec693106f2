import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { addDays } from '#model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { type OwnReading, ownReadings } from '#server/extensions/own-readings.ts'
import { settingsReader } from '#server/params/settings.ts'
import { audit } from '#server/records/verbs.ts'
import { isHead } from '../../attention/server/api.ts'
import { GLASS_PARAMETERS } from '../model/parameters.ts'
import { HOLD_DAYS, holdReaders, mhReaderHold } from '../model/reader-hold.ts'

const settingsOf = settingsReader('mentalHealth', GLASS_PARAMETERS)
const [READ, BROKEN] = ['查看心理健康记录', '紧急查看心理健康记录'] // both translated where they are shown
/**
 * Who has read what the centre keeps of a student, and who looked in an emergency. Shown after some days, so that the head can delay it where that would be unsafe: then nothing that was
 * not shown yet. Of cases that nobody has confirmed, of referrals in danger and of crises nothing is shown.
 */
export default [
  ownReadings('mentalHealth', async (db, studentId, most) => {
    const { readersAfterDays } = await settingsOf(db)
    const { tenantId } = db.me
    const [hold] = await db.query<{ at: string | null }>(
      sql`select min(created_at) as at from mh_reader_hold where tenant_id = ${tenantId} and student_id = ${studentId} and until >= ${today()}::date`,
    )
    const before = sql`least(now(), ${hold?.at ?? null}::timestamptz) - make_interval(days => ${readersAfterDays})`
    return db.query<OwnReading>(sql`with own as (
        select 'attentionCase' as type, id from attention_case where tenant_id = ${tenantId} and student_id = ${studentId} and opened_at is not null
        union all select 'mhResult', id from mh_result where tenant_id = ${tenantId} and student_id = ${studentId}
        union all select 'mhRecord', id from mh_record where tenant_id = ${tenantId} and student_id = ${studentId}
        union all select 'mhAppointment', id from mh_appointment where tenant_id = ${tenantId} and student_id = ${studentId}
        union all select 'mhReferral', id from mh_referral where tenant_id = ${tenantId} and student_id = ${studentId} and not is_danger)
      select x.at, x.user_id as "userId", x.what from (
        select a.at, a.user_id, ${READ} as what from audit_log a join own on own.type = a.biz_type and own.id = a.biz_id
          where a.tenant_id = ${tenantId} and a.action in ('reveal', 'print') and not coalesce(a.detail ? 'breakGlass', false)
        union all select a.at, a.user_id, ${READ} from audit_log a where a.tenant_id = ${tenantId} and a.biz_type = 'mhResult' and a.biz_id is null and a.action = 'reveal'
          and exists (select from own where own.type = 'mhResult' and a.detail -> 'read' ? own.id::text)
        union all select at, by_id, ${BROKEN} from mh_break_glass where tenant_id = ${tenantId} and student_id = ${studentId}) x
      where x.at < ${before} order by x.at desc limit ${most}`)
  }),
  handle(holdReaders, async (ctx, { studentId, until, why }) => {
    const { db, me } = ctx
    if (!(await isHead(db))) throw refusalOf(mhReaderHold, 'notHead')
    if (!(await db.visible(student).find({ id: studentId }))) throw refusalOf(mhReaderHold, 'none', {}, 'studentId')
    const to = addDays(today(), HOLD_DAYS)
    if (until < today() || until > to) throw refusalOf(mhReaderHold, 'span', { from: today(), to }, 'until')
    await db.insertMany(mhReaderHold, [{ studentId, until, why: why.trim(), byId: me.userId }], { history: false })
    // without the student: others read the audit log
    await audit(ctx, 'hold', mhReaderHold.name, null, { until })
  }),
]
