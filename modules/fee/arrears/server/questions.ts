import sql from 'sql-template-tag'
import { aidAskedFor } from '#modules/student/server/api.ts'
import { contactDays } from '#server/extensions/student-contacts.ts'
import { question } from '#server/statistics/questions.ts'
import { arrearsThen } from '../../bills/server/api.ts'
import { settingsOf } from './settings.ts'

/** How long asking for aid stands against the debt. */
const ASKED_DAYS = 180
export default question({
  code: 'fee.silent',
  order: 50,
  title: '谁欠费了还没人谈过？',
  definition: '到当天欠费已超过规定天数（参数“欠费无人谈话”），此后没人谈过话，近 180 天也没有申请缓缴、分期、减免或资助的在校学生；已经缓缴、分期未到期或等待贷款发放的不算欠费',
  says: '{silentOf} 人欠费较久，其中 {silent} 人还没人谈过，也没有申请（{silentPercent}%）。',
  listedBy: 'fee:feeTalk:list',
  figures: [
    { code: 'silent', label: '没人谈过', as: 'share', n: sql`count(*) filter (where silent)`, of: sql`count(*)` },
    { code: 'owed', label: '没人谈过的欠费', as: 'number', n: sql`coalesce(sum(late) filter (where silent), 0) / 100.0`, unit: '元', decimals: 0 },
  ],
  async rows({ db, day, oldest, students }) {
    const { silentDays } = await settingsOf(db)
    const { tenantId } = db.me
    const everybody = sql`select s.id from student s where s.tenant_id = ${tenantId}`
    return sql`with talk as materialized ${contactDays(db, ['talk'])}
      select x.*, o.late, o.due_date, not coalesce(t.days && daterange(o.due_date, ${day}, '(]'), false) and a.id is null as silent
      from ${students} x join (select b.student_id, sum(b.late)::bigint as late, min(b.due_date) as due_date from ${arrearsThen(db, day, oldest, silentDays)} b group by 1) o on o.student_id = x.student_id
        left join talk t on t.student_id = x.student_id
        left join (${aidAskedFor(db, everybody, sql`${day} - ${ASKED_DAYS}::int`, day)}) a on a.id = x.student_id`
  },
  listed: {
    where: sql`silent`,
    columns: [
      { label: '欠费（元）', value: sql`to_char(late / 100.0, 'FM999999990.00')` },
      { label: '最早应缴日', value: sql`due_date` },
    ],
  },
  every: 'week',
})
