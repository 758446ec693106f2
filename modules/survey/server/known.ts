import sql from 'sql-template-tag'
import type { Ctx } from '#server/context.ts'
import type { PREFILLS, Question } from '../model/question.ts'

type Known = Partial<Record<keyof typeof PREFILLS, string | null>>
/** What the school knows about the caller, by key of the questions that fill themselves in (60-SV7): nothing the browser says about it is believed. */
export async function knownOf({ db, me }: Pick<Ctx, 'db' | 'me'>, questions: readonly Question[]): Promise<Record<string, string>> {
  const filled = questions.filter(q => q.prefill)
  if (!filled.length) return {}
  const [known] =
    await db.query<Known>(sql`select u.nick_name as name, coalesce(s.student_no, u.account_no) as "accountNo", d.name as college, c.name as "className", s.grade::text as grade,
      case s.gender_code when '1' then '男' when '2' then '女' end as gender, coalesce(s.phone, u.mobile) as phone
    from sys_user u left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join department d on d.tenant_id = u.tenant_id and d.id = coalesce(s.department_id, u.department_id)
    where u.tenant_id = ${db.me.tenantId} and u.id = ${me.userId}`)
  return Object.fromEntries(filled.map(q => [q.key, (q.prefill && known?.[q.prefill]) ?? '']))
}
