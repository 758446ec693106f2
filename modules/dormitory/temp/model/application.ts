import { bool, choice, date, datetime, dict, integer, list, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { TEMP_LEVELS } from './nights.ts'
import { asked, tempLocation, tempPlaceType, tempStates } from './temp-location.ts'

const OWN = 'what the student entered, or their own record knows'
const state = tempStates.field('状态')
const place = { placeType: dict('外宿地点', tempPlaceType), cantonCode: text('所在地区', { max: 6 }), address: text('详细地址', { max: 200, clear: OWN }) } as const
const earlier = shape('外宿', {
  id: text('编号', { required: true, max: 36 }),
  tempNo: text('单号', { required: true, max: 30 }),
  from: datetime('离开', { required: true }),
  to: datetime('返回', { required: true }),
  nights: integer('晚数', { required: true }),
  placeType: dict('外宿地点', tempPlaceType),
  state,
  wasLate: bool('逾期', { required: true }),
})
const own = ownApplication(tempLocation, { form: asked, answers: ['tempNo'] })

/** Nights elsewhere as an application of a student. */
export const tempApplication = {
  apply: own.apply('申请外宿'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  cancel: own.cancel({ begun: '外宿已于 {from} 开始，不能取消，请点“我已返回”' }),
  /** Last place and emergency contact. */
  begin: own.begin({
    ...place,
    contactName: text('紧急联系人', { max: 60, clear: OWN }),
    contactPhone: text('联系电话', { max: 20, clear: OWN }),
    submitBefore: text('提交截止', { required: true, max: 5 }),
    maxNights: integer('一次最多', { required: true }),
    termNights: integer('一学期最多', { required: true }),
    usedInTerm: integer('本学期已有', { required: true }),
    bed: text('床位', { max: 200 }),
    problem: text('不能申请的原因', { max: 300 }),
  }),
  preview: own.preview(
    { from: asked.from, to: asked.to },
    {
      nights: list('外宿的晚上', date('日期', { required: true }), { required: true }),
      level: choice('审批到', TEMP_LEVELS, { required: true }),
      usedInTerm: integer('本学期已有', { required: true }),
      termNights: integer('一学期最多', { required: true }),
      /** 20-DT2 */
      needsProof: bool('须证明', { required: true }),
      submitBefore: text('提交截止', { required: true, max: 5 }),
      /** 20-DT3: the leave that makes it unnecessary. */
      leaveId: text('请假', { max: 36 }),
    },
  ),
  mine: own.mine(['tempNo', 'nights', 'actualNights', 'backAt'], { verbs: { back: '返回' } }),
  /** Data an approver needs. */
  card: own.card({
    id: text('编号', { required: true, max: 36 }),
    tempNo: text('单号', { required: true, max: 30 }),
    from: datetime('离开', { required: true }),
    to: datetime('返回', { required: true }),
    nights: list('外宿的晚上', shape('晚上', { date: date('日期', { required: true }), isBeforeSchool: bool('次日上课', { required: true }) }), { required: true }),
    state,
    placeType: dict('外宿地点', tempPlaceType, { required: true }),
    placeName: text('所在地区', { max: 180 }),
    address: tempLocation.fields.address,
    companion: text('同住人', { max: 100 }),
    contactName: tempLocation.fields.contactName,
    contactPhone: tempLocation.fields.contactPhone,
    guardianInformed: bool('已告知家长', { required: true }),
    bed: text('床位', { max: 200 }),
    termTotal: integer('本学期共', { required: true }),
    termNights: integer('一学期最多', { required: true }),
    isLate: bool('过了提交时间', { required: true }),
    submitBefore: text('提交截止', { required: true, max: 5 }),
    earlier: list('以往外宿', earlier, { required: true }),
    lateCount: integer('逾期次数', { required: true }),
  }),
}
