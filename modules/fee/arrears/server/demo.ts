import sql from 'sql-template-tag'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import { feeTalk } from '../model/fee-talk.ts'

const SAID = [
  { way: 'face', note: '父亲在外务工，下月工资到账后缴清；已告诉他可以申请缓缴' },
  { way: 'phone', note: '生源地贷款已签合同，等待放款；已请他录入回执' },
  { way: 'family', note: '与母亲通话，家里了解情况，本月底前缴' },
] as const
/** What the demo's counsellor said with those of the classes who owe. */
export async function demoTalks(db: Db): Promise<void> {
  const fdy = await demoAccount(db, 'fdy')
  const owing = await db.query<{ id: string }>(sql`select distinct l.student_id as id from bill_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and l.defer_until is null and s.class_id in ${counselledClasses(db)} order by 1 limit 9`)
  const drafts = owing.map(({ id }, n) => ({
    studentId: id,
    talkedOn: day(-3 * (n + 1)),
    promisedOn: day(20 - n),
    createdBy: fdy?.id ?? null,
    ...(SAID[n % SAID.length] ?? SAID[0]),
  }))
  await db.insertMany(feeTalk, drafts, { history: false })
}
