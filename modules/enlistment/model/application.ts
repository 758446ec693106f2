import { choice, date, integer, list, money, pickFields, revealed, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { AID_KINDS, aidStates, aidYear, asked as askedOfAid, militaryAid } from './aid.ts'
import { asked, enlistRecord, KINDS, SEASONS, stageStates } from './record.ts'

const need = { required: true } as const
const OWN = 'the contact on the student’s own record'
const ownRecord = ownApplication(enlistRecord, { form: asked })
/** Registration for service as an application of a student, or of staff for one. */
export const enlistApplication = {
  apply: ownRecord.apply('应征登记'),
  applyFor: ownRecord.applyFor('代为登记'),
  resubmit: ownRecord.resubmit(),
  withdraw: ownRecord.withdraw(),
  /** What the school knows already: the contact on the student's record. */
  begin: ownRecord.begin({
    year: integer('年度', need),
    season: choice('征兵季', SEASONS, need),
    familyName: revealed(student.fields.emergencyName, OWN),
    familyPhone: revealed(student.fields.emergencyPhone, OWN),
  }),
  preview: ownRecord.preview({ year: asked.year, season: asked.season, kind: asked.kind }, { until: date('学籍保留到', need) }),
  mine: ownRecord.mine(['registeredOn', 'stage']),
  card: ownRecord.card({
    year: integer('年度', need),
    season: choice('征兵季', SEASONS, need),
    kind: choice('类别', KINDS, need),
    earlier: list('以往登记', shape('登记', { id: text('编号', { ...need, max: 36 }), year: integer('年度', need), stage: stageStates.field('进度') }), need),
  }),
}
export const shownYear = pickFields(aidYear, ['xn', 'paid', 'loan', 'reduced', 'cap', 'amount', 'isKnown'])
/** A computation as people read it: each year’s line, and who gets the sum. */
export const computation = {
  years: list('逐年', shape('学年', shownYear), need),
  total: money('合计', need),
  toBank: money('还贷款', need),
  toStudent: money('发给学生', need),
  openLoan: money('未还清的贷款', need),
} as const
const ownAid = ownApplication(militaryAid, { form: askedOfAid, answers: ['total'] })
/** Aid as an application of a student. */
export const aidApplication = {
  apply: ownAid.apply('申请参军资助'),
  resubmit: ownAid.resubmit(),
  withdraw: ownAid.withdraw(),
  /** Kinds that the student may apply for now. */
  begin: ownAid.begin({ kinds: list('可以申请', choice('申请', AID_KINDS, need), need) }),
  preview: ownAid.preview({ kind: askedOfAid.kind }, computation),
  mine: ownAid.mine(['total', 'toBank', 'toStudent', 'payTo', 'years', 'reportedOn', 'fundedOn', 'paidOn']),
  card: ownAid.card({
    kind: choice('申请', AID_KINDS, need),
    formNo: askedOfAid.formNo,
    state: aidStates.field('状态'),
    noticeDate: date('入伍通知书日期'),
    tuitionOpinion: militaryAid.fields.tuitionOpinion,
    ...computation,
  }),
}
