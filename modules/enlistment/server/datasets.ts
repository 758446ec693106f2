import sql from 'sql-template-tag'
import { choice, date, integer, money, text } from '#model'
import { dataset } from '#modules/exchange/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import type { Db } from '#server/context.ts'
import { AID_KINDS, type AidKind, aidStates, militaryAid } from '../model/aid.ts'
import { enlistRecord, KINDS, SEASONS, type Stage, stageStates } from '../model/record.ts'

const who = {
  name: student.fields.name,
  studentNo: text('学号', { max: 20 }),
  idNo: student.fields.idNo,
  college: text('学院', { max: 60 }),
  className: text('班级', { max: 60 }),
} as const
interface Place {
  id: string
  college: string | null
  className: string | null
}
/** Students with their places; identity numbers are encrypted, so the gate reads them. */
async function peopleOf(db: Db, ids: readonly string[]) {
  const people = new Map((await db.unscoped(student).all({ id: [...new Set(ids)] })).map(s => [s.id, s])) // students of rows in scope
  const places =
    await db.query<Place>(sql`select s.id, d.name as college, c.name as "className" from student s left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...ids]}::uuid[])`)
  const at = new Map(places.map(p => [p.id, p]))
  return (id: string) => {
    const { name = '', studentNo = null, idNo = '' } = people.get(id) ?? {}
    const { college = null, className = null } = at.get(id) ?? {}
    return { name, studentNo, idNo, college, className }
  }
}
const recordFields = {
  ...who,
  year: integer('年度'),
  season: choice('征兵季', SEASONS),
  kind: choice('类别', KINDS),
  stage: text('进度', { max: 20 }),
  noticeNo: text('入伍通知书号', { max: 40 }),
  noticeDate: date('入伍通知书日期'),
  dischargedOn: date('退役日期'),
  returnBy: date('最晚复学'),
  returnedOn: date('复学日期'),
}
const records = (code: string, label: string, target: 'custom', stages: readonly Stage[]) =>
  dataset({
    code,
    label,
    of: enlistRecord,
    delivered: { target },
    fields: recordFields,
    filter: { year: integer('年度', { required: true }) },
    async rows({ db }, { year }) {
      const rows = await db
        .visibleFor(enlistRecord, 'enlistment:enlistRecord:export')
        .all({ year: Number(year), state: 'approved', stage: [...stages] }, { sort: ['departmentId', 'noticeDate'] })
      const of = await peopleOf(
        db,
        rows.map(r => r.studentId),
      )
      return rows.map(({ id, studentId, season, kind, stage, year: at, noticeNo, noticeDate, dischargedOn, returnBy, returnedOn }) => {
        const person = of(studentId)
        const values = {
          ...person,
          year: at,
          season: SEASONS[season],
          kind: KINDS[kind],
          stage: stageStates.labels[stage],
          noticeNo,
          noticeDate,
          dischargedOn,
          returnBy,
          returnedOn,
        }
        return { id, name: person.name, college: person.college, link: `/enlistment/records?studentId=${studentId}`, values }
      })
    },
  })
const aids = dataset({
  code: 'militaryAid',
  label: '参军资助名册',
  of: militaryAid,
  delivered: { target: 'provincialAid' },
  fields: {
    ...who,
    kind: choice('资助', AID_KINDS),
    formNo: text('申请表编号', { max: 40 }),
    years: text('学年', { max: 120 }),
    total: money('金额'),
    toBank: money('还贷款'),
    toStudent: money('发给学生'),
    state: text('状态', { max: 20 }),
    reportedOn: date('上报日期'),
  },
  filter: { state: choice('状态', aidStates.labels), kind: choice('资助', AID_KINDS) },
  async rows({ db }, { state, kind }) {
    const where = { ...(state ? { state: state as keyof typeof aidStates.labels } : {}), ...(kind ? { kind: kind as AidKind } : {}) }
    const rows = await db.visibleFor(militaryAid, 'enlistment:militaryAid:export').all(where, { sort: ['departmentId', 'studentId'] })
    const of = await peopleOf(
      db,
      rows.map(r => r.studentId),
    )
    return rows.map(({ id, studentId, kind: of_, formNo, years, total, toBank, toStudent, state: at, reportedOn }) => {
      const person = of(studentId)
      const xns = (years ?? []).flatMap(y => y?.xn ?? []).join('、')
      return {
        ...{ id, name: person.name, college: person.college, link: `/enlistment/aids?studentId=${studentId}` },
        values: { ...person, kind: AID_KINDS[of_], formNo, years: xns, total, toBank, toStudent, state: aidStates.labels[at], reportedOn },
      }
    })
  },
})
/** For the armed forces, for the province, and the roll of honour. */
export default [
  records('enlistList', '应征入伍名册', 'custom', ['registered', 'medical', 'review', 'chosen', 'enlisted', 'discharged', 'returned', 'notReturning']),
  records('enlistHonour', '参军光荣榜', 'custom', ['enlisted', 'discharged', 'returned', 'notReturning']),
  aids,
]
