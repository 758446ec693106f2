import { choice, date, integer, money, text } from '#model'
import { dataset } from '#modules/exchange/server/api.ts'
import { reportFields, reportPeople } from '#modules/student/server/api.ts'
import { AID_KINDS, type AidKind, aidStates, militaryAid } from '../model/aid.ts'
import { enlistRecord, KINDS, SEASONS, type Stage, stageStates } from '../model/record.ts'

const recordFields = {
  ...reportFields,
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
      const rows = await db.visibleFor(enlistRecord, 'enlistment:enlistRecord:export').all({ year: Number(year), state: 'approved', stage: [...stages] }, { sort: ['noticeDate'] })
      const of = await reportPeople(
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
    ...reportFields,
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
    const rows = await db.visibleFor(militaryAid, 'enlistment:militaryAid:export').all(where, { sort: ['reportedOn'] })
    const of = await reportPeople(
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
