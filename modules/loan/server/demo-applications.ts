import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import type { DemoPupil } from '#modules/student/server/demo-people.ts'
import { askAgain, submit } from '#modules/workflow/server/api.ts'
import { makePast, type PastCase } from '#modules/workflow/server/demo-cases.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { loanExtension } from '../model/extension.ts'
import { campusSubject, extensionSubject } from '../model/flow.ts'
import { loanRenewal, loanRenewalLine } from '../model/renewal.ts'

const YES = { action: 'approve', opinion: '情况属实，同意', hours: 6 } as const
/** How far each application is; the last one waits for its bank. */
const COURSES: ReadonlyArray<PastCase['decisions'] | 'open'> = ['open', 'open', [{ action: 'return', opinion: '请补充父母收入证明', hours: 5 }], [YES]]
const REASONS = ['父母务农，学费有缺口', '家里有两个孩子上大学', '父亲因病不能工作', '单亲家庭，收入不稳定'] as const
export const APPLICANTS = COURSES.length

/** Campus-based loans that are applied for, further study, and a renewal that is open. */
export async function demoApplications(db: Db, of: { applicants: readonly DemoPupil[]; leavers: readonly DemoPupil[]; xn: string }): Promise<void> {
  const acting = { db, me: db.me, lang: 'zh-cn' } as const
  const past: PastCase[] = []
  for (const [n, { id, contactName, contactPhone }] of of.applicants.entries()) {
    const row = await db.insert(creditLoan, {
      ...{ studentId: id, kind: 'campus', bank: String(1 + (n % 3)), xn: of.xn, approved: 8000_00 + n * 1000_00, surplusTo: 'payout', isRenewal: false, state: 'pending' },
      ...{ reason: REASONS[n % REASONS.length] ?? null, coName: contactName, coRelation: '父亲', coPhone: contactPhone },
    })
    const course = COURSES[n] ?? 'open'
    if (course === 'open') await submit(acting, campusSubject, row)
    else past.push({ row, startedAt: moment(-6, '09:30'), decisions: course })
  }
  await makePast(db, campusSubject, past)
  for (const { id } of of.leavers.slice(0, 1)) {
    const row = await db.insert(loanExtension, { studentId: id, school: '南京大学', study: 'master', from: day(250), until: day(1350), proofs: [], state: 'pending' })
    await submit(acting, extensionSubject, row)
  }
  await renewal(db)
}
/** Of ten borrowers six have answered. */
async function renewal(db: Db): Promise<void> {
  const [officer, own] = [await demoAccount(db, 'officer'), await demoAccount(db, 'student')]
  if (!officer) return
  const round = await db.insert(loanRenewal, {
    ...{
      processType: 'loanRenewal',
      name: `${day(0).slice(0, 4)} 年续贷`,
      audience: { roles: ['student'] },
      beginTime: moment(-5, '08:00'),
      endTime: schoolInstant(day(12), '20:00'),
    },
    ...{ state: 'published', publishedAt: moment(-5, '08:00'), ownerDepartmentId: officer.departmentId },
    publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  })
  const running = sql`credit_loan l where l.tenant_id = ${db.me.tenantId} and l.state in ('arrived', 'active')`
  await db.query(sql`insert into round_member (tenant_id, round_id, user_id, student_id) select u.tenant_id, ${round.id}::uuid, u.user_id, u.student_id
    from student_account u where u.tenant_id = ${db.me.tenantId} and u.student_id in (select l.student_id from ${running}) on conflict do nothing`)
  const n = sql`(('x' || substr(md5(s.id::text || 'renewal'), 1, 6))::bit(24)::int % 10)`
  await db.insertFrom(
    loanRenewalLine,
    {
      ...{ renewalId: sql`${round.id}::uuid`, studentId: sql`s.id`, departmentId: sql`s.department_id`, classId: sql`s.class_id`, loanId: sql`l.id` },
      answer: sql`case ${n} when 0 then 'stop' when 1 then 'undecided' else 'continue' end`,
      statement: sql`case when ${n} > 1 then '本学年学习认真，没有不及格课程，生活节俭，按时缴清其他费用。' end`,
      checkedAt: sql`case when ${n} in (2, 3) then ${moment(-1, '16:00')}::timestamptz end`,
      checkedById: sql`case when ${n} in (2, 3) then ${officer.id}::uuid end`,
    },
    sql`student s join (select distinct on (l.student_id) l.id, l.student_id from ${running} order by l.student_id, l.xn desc) l on l.student_id = s.id
      join round_member m on m.tenant_id = s.tenant_id and m.round_id = ${round.id} and m.student_id = s.id
      where s.tenant_id = ${db.me.tenantId} and ${n} < 6 and s.id is distinct from ${own?.studentId ?? null}::uuid`,
    { history: false },
  )
  if (own?.studentId && (await db.unscoped(creditLoan).count({ studentId: own.studentId, state: ['arrived', 'active'] }))) await askAgain(db, loanRenewal, round, [own.id]) // demo data
}
