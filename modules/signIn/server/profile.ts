import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { often, profilePart } from '#server/extensions/profile-parts.ts'
import { signLine } from '../model/sign-line.ts'

const LIST = 'signIn:signLine:list'
const SPAN = 30
/** Threshold of absences in thirty days. */
const MANY = 3

/** 30 SP: absences of a student. */
export default profilePart({
  code: 'signIn.absent',
  label: '签到',
  order: 50,
  permission: LIST,
  facts: ['signIn.absencesThisTerm', 'signIn.latesThisTerm'],
  list: studentId => `/signIn/board?tab=lines&studentId=${studentId}`,
  async happened({ db }, studentId, limit) {
    const rows = await db.query<{ at: string; task: string }>(sql`
      select o.opens_at as at, x.name as task from ${db.visibleFor(signLine, LIST).rows()} l join sign_occurrence o on o.tenant_id = ${db.me.tenantId} and o.id = l.occurrence_id
        join sign_task x on x.tenant_id = o.tenant_id and x.id = o.task_id
      where l.student_id = ${studentId} and l.state = 'absent' order by l.date desc, o.opens_at desc limit ${limit}`)
    return rows.map(r => ({ at: new Date(r.at).toISOString(), title: { text: '签到缺勤' }, note: r.task, tone: 'attention' as const }))
  },
  async notable({ db }, studentId) {
    const absences = sql`select l.date as day from ${db.visibleFor(signLine, LIST).rows()} l where l.student_id = ${studentId} and l.state = 'absent' and l.date > ${addDays(today(), -SPAN)}::date`
    const link = `/signIn/board?tab=lines&studentId=${studentId}&state=absent`
    return [await often(db, { days: absences, least: MANY, code: 'absences', title: n => ({ text: '近 {span} 天签到缺勤 {n} 次', values: { span: SPAN, n } }), link })]
  },
})
