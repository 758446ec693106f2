import sql from 'sql-template-tag'
import { publishRound } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { evalRound, fdyEvalScheme, USUAL_INDICATORS, USUAL_PARTS } from '../model/scheme.ts'
import { fdyEvalTurnout } from '../model/turnout.ts'

const ANSWERED = 55
/** An open round in which a good half have answered; the demo student has not. */
export async function demoEvaluation(db: Db): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const [served] = await db.query(sql`select 1 from counsellor_file where tenant_id = ${db.me.tenantId} limit 1`)
  if (!officer || !served) return
  const { id } = await db.insert(fdyEvalScheme, {
    ...{ processType: 'fdyEval', name: '本学年辅导员考核', beginTime: moment(-6, '08:00'), endTime: moment(8, '22:00'), audience: { roles: ['student'] } },
    ...{ ownerDepartmentId: officer.departmentId, periodFrom: day(-270), periodTo: day(8), parts: [...USUAL_PARTS], indicators: USUAL_INDICATORS, serviceMonths: 1 },
  })
  await publishRound({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' }, fdyEvalScheme, evalRound, id, true)
  const draw = (key: string, of: number) => sql`(('x' || substr(md5(t.student_id::text || ${key}), 1, 6))::bit(24)::int % ${of}::int)`
  await db.updateWhere(
    fdyEvalTurnout,
    sql`t.scheme_id = ${id} and ${draw('used', 100)} < ${ANSWERED}::int and t.student_id not in (select u.student_id from sys_user u where u.tenant_id = t.tenant_id and u.user_name = 'student' and u.student_id is not null)`,
    { usedOn: sql`${day(-6)}::date + ${draw('day', 6)}` },
    { bookkeeping: true },
  )
  const mark = (key: string) => sql`5 - least(${draw(key, 5)}, ${draw(`${key}b`, 4)})`
  await db.query(sql`insert into fdy_eval_answer (tenant_id, scheme_id, teacher_id, scores)
    select t.tenant_id, t.scheme_id, t.teacher_id, jsonb_build_array(${mark('a')}, ${mark('b')}, ${mark('c')}, ${mark('d')}, ${mark('e')})
    from fdy_eval_turnout t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${id} and t.used_on is not null order by random()`)
}
