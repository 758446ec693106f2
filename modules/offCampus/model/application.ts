import { bool, choice, integer, list, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, CONSENT_STATES, offCampusStay } from './off-campus-stay.ts'

const need = { required: true } as const
const own = ownApplication(offCampusStay, { form: asked })
const OWN = 'the student’s own family'
const guardian = shape('监护人', {
  id: text('编号', { ...need, max: 36 }),
  name: text('姓名', { ...need, max: 60, clear: OWN }),
  relation: text('关系', { max: 40 }),
  hasPhone: bool('有电话', need),
})
const { fromOn, toOn, kind, contractUntil, landlordPhone, cohabitants } = asked
/** Columns an approver sees. */
export const shown = {
  ...asked,
  ...{ consentState: offCampusStay.fields.consentState, callAt: offCampusStay.fields.callAt, callWay: offCampusStay.fields.callWay, callWords: offCampusStay.fields.callWords },
  distanceKm: offCampusStay.fields.distanceKm,
  ...{ pledgeVersion: offCampusStay.fields.pledgeVersion, pledgeSignedAt: offCampusStay.fields.pledgeSignedAt, state: offCampusStay.fields.state },
}
/** Nights outside as an application of a student. */
export const stayApplication = {
  apply: own.apply('申请校外住宿', { earlierId: ref('offCampusStay', '原申请') }),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  cancel: own.cancel(),
  begin: own.begin({
    guardians: list('监护人', guardian, need),
    pledgeVersion: text('承诺书版本', { ...need, max: 20 }),
    pledgeText: text('安全承诺书', { ...need, max: 2000 }),
    emergencyName: text('紧急联系人', { max: 60, clear: OWN }),
    emergencyPhone: text('紧急联系电话', { max: 20, clear: OWN }),
  }),
  preview: own.preview(
    { kind, fromOn, toOn, contractUntil, landlordPhone, cohabitants, earlierId: ref('offCampusStay', '原申请'), hasProof: bool('有证明', need), hasContract: bool('有合同', need) },
    { nights: integer('晚数', need), proof: text('要的证明', { max: 60 }) },
  ),
  mine: own.mine(['consentState', 'distanceKm', 'callAt', 'approvedAt', 'lastNight', 'endedOn', 'endReason', 'reportDueAt', 'reportedAt'], {
    also: { placeName: text('所在地区', { max: 180 }) },
    verbs: { report: '报告', moveBack: '我要回校住', renew: '续住', change: '变更地址或同住人' },
  }),
  card: own.card({
    ...shown,
    name: student.fields.name,
    placeName: text('所在地区', { max: 180 }),
    guardian: text('监护人', { max: 60, sensitivity: 'S1', mask: 'name' }),
    currentPledge: text('现在的版本', { ...need, max: 20 }),
    sharing: integer('同址人数', need),
    consentLabel: choice('家长同意', CONSENT_STATES, need),
  }),
}
