import sql from 'sql-template-tag'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { day, moment } from '#server/demo/days.ts'
import { sized } from '#server/demo/options.ts'
import { feeApplication, type RequestKind } from '../model/fee-application.ts'
import { requestSubject } from '../model/flow.ts'
import { equalParts } from '../model/plan.ts'

const WHOLE = { waiting: 40 }
const REASONS: Readonly<Record<RequestKind, string>> = {
  deferral: '父亲住院，家里暂时拿不出学费，下月兼职工资到账后缴清',
  instalment: '弟弟同年入学，一次缴清有困难，申请分三期',
  reduction: '孤儿，持民政部门证明，申请减免学费',
  refund: '多缴的部分申请退回',
}
const KINDS: readonly RequestKind[] = ['deferral', 'instalment', 'reduction']
interface Open {
  id: string
  studentId: string
  departmentId: string | null
  classId: string | null
  item: string
  owed: number
  isDeferred: boolean
}
const openLines = (db: Db): Promise<Open[]> =>
  db.query<Open>(sql`select l.id, s.id as "studentId", s.department_id as "departmentId", s.class_id as "classId", i.name as item, l.owed::float8 as owed, l.defer_until is not null as "isDeferred"
    from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
      join student_account a on a.tenant_id = s.tenant_id and a.student_id = s.id join sys_user u on u.tenant_id = a.tenant_id and u.id = a.user_id
    where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and i.code in ('tuition', 'lodging') and s.status = 'active' and u.user_name <> 'student'
    order by coalesce(s.class_id in ${counselledClasses(db)}, false) desc, md5(l.id::text)`)
/** Deferrals that were agreed to, and applications that wait, those of the demo's counsellor first. */
export async function demoRequests(db: Db, students: number): Promise<void> {
  const lines = await openLines(db)
  const draft = (line: Open, kind: RequestKind) => {
    const { studentId, departmentId, classId, item, owed } = line
    const amount = kind === 'reduction' ? Math.round(owed / 2) : owed
    const plan = kind === 'instalment' ? equalParts(owed, [day(10), day(40), day(70)]) : null
    const until = kind === 'deferral' ? day(60) : null
    return { ...{ studentId, departmentId, classId, kind, lineIds: [line.id], amount, plan, until, reason: REASONS[kind], items: item }, parts: [{ lineId: line.id, amount }] }
  }
  const agreed = lines.filter(l => l.isDeferred).map(l => ({ ...draft(l, 'deferral'), state: 'approved' as const, decidedAt: moment(-20, '15:00') }))
  await db.insertMany(feeApplication, agreed, { history: false })
  const waiting = lines.filter(l => !l.isDeferred).slice(0, sized(students, WHOLE.waiting, 6))
  for (const [n, line] of waiting.entries()) {
    const row = await db.insert(feeApplication, draft(line, KINDS[n % KINDS.length] ?? 'deferral'))
    await submit({ db, me: db.me, lang: 'zh-cn' }, requestSubject, row)
  }
}
