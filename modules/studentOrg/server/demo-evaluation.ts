import sql from 'sql-template-tag'
import { publishRound } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { orgEvalRound, orgEvalTurnout, orgEvaluation } from '../model/evaluation.ts'
import { studentOrg } from '../model/org.ts'

const ANSWERED = 60
/** The committee of the demo student's class is being judged; the student has not answered. */
export async function makeEvaluation(db: Db): Promise<void> {
  const league = await demoAccount(db, 'league')
  const [own] = await db.query<{ classId: string }>(sql`select s.class_id as "classId" from sys_user u join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
    where u.tenant_id = ${db.me.tenantId} and u.user_name = 'student' and s.class_id is not null`)
  const org = own && (await db.unscoped(studentOrg).find({ type: 'classCommittee', classId: own.classId })) // demo data
  const held = org && (await db.query(sql`select 1 from org_appointment a where a.tenant_id = ${db.me.tenantId} and a.org_id = ${org.id} and a.state = 'active' limit 1`))
  if (!league || !org || !held?.length) return
  const { id } = await db.insert(orgEvaluation, {
    ...{ processType: 'orgEvaluation', name: '本学期考核', orgId: org.id, beginTime: moment(-4, '08:00'), endTime: moment(6, '22:00') },
    ...{ audience: { roles: ['student'] }, ownerDepartmentId: league.departmentId },
  })
  await publishRound({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' }, orgEvaluation, orgEvalRound, id, true)
  const draw = (key: string, of: number) => sql`(('x' || substr(md5(t.student_id::text || ${key}), 1, 6))::bit(24)::int % ${of}::int)`
  await db.updateWhere(
    orgEvalTurnout,
    sql`t.evaluation_id = ${id} and ${draw('used', 100)} < ${ANSWERED}::int and t.student_id not in (select u.student_id from sys_user u where u.tenant_id = t.tenant_id and u.user_name = 'student' and u.student_id is not null)`,
    { usedOn: sql`${moment(-3, '08:00')}::timestamptz::date` },
    { bookkeeping: true },
  )
  await db.query(sql`insert into org_eval_answer (tenant_id, evaluation_id, result_id, is_colleague, mark)
    select t.tenant_id, t.evaluation_id, r.id, t.is_colleague, 5 - ${draw('mark', 3)} from org_eval_turnout t
      join org_eval_result r on r.tenant_id = t.tenant_id and r.evaluation_id = t.evaluation_id and r.student_id <> t.student_id
    where t.tenant_id = ${db.me.tenantId} and t.evaluation_id = ${id} and t.used_on is not null order by random()`)
}
