import { bool, choice, date, dict, integer, list, ref, revealed, shape, text } from '#model'
import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, holidayStay, holidayStayStates, LODGINGS } from './holiday-stay.ts'

const OWN = 'what the student entered, or their own record knows'
const planId = ref('holidayPlan', '假期', { required: true })
const planName = text('假期', { required: true, max: 100 })
const own = ownApplication(holidayStay, { form: asked, answers: ['stayNo'] })

/** 20-DH1: a stay over a holiday as an application, where the plan requires one. */
export const stayApplication = {
  apply: own.apply('申请留校', { planId }),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  /** The guardian on record, the plan's reasons, and violations. */
  begin: own.begin(
    {
      name: text('假期', { required: true, max: 100 }),
      from: date('放假', { required: true }),
      to: date('收假', { required: true }),
      reasons: list('可选原因', dict('原因', holidayStayReason, { required: true }), { required: true }),
      hasCentral: bool('有集中住宿', { required: true }),
      guardianName: revealed(holidayStay.fields.guardianName, OWN),
      guardianPhone: revealed(holidayStay.fields.guardianPhone, OWN),
      commitment: text('留校承诺', { required: true, max: 500 }),
      isMinor: bool('未满 18 周岁', { required: true }),
      bed: text('床位', { max: 200 }),
      problem: text('不能申请的原因', { max: 300 }),
    },
    { planId },
  ),
  mine: own.mine(['planId', 'stayNo', 'revokeReason'], {
    also: {
      planName,
      dutyTeacher: text('责任教师', { max: 64 }),
      dutyPhone: text('电话', { max: 20, clear: 'of the teacher on duty, whom those who stay call' }),
      centralBed: text('集中住宿床位', { max: 200 }),
    },
  }),
  /** Data an approver needs. */
  card: own.card({
    id: text('编号', { required: true, max: 36 }),
    planName,
    from: date('从哪天', { required: true }),
    to: date('到哪天', { required: true }),
    nights: integer('晚数', { required: true }),
    state: holidayStayStates.field('状态'),
    reason: dict('留校原因', holidayStayReason, { required: true }),
    detail: text('说明', { max: 300 }),
    lodging: choice('住在哪里', LODGINGS, { required: true }),
    bed: text('床位', { max: 200 }),
    guardianName: holidayStay.fields.guardianName,
    guardianPhone: holidayStay.fields.guardianPhone,
    guardianAgreed: bool('家长同意', { required: true }),
    isMinor: bool('未满 18 周岁', { required: true }),
    /** Stays in earlier holidays, with their conduct. */
    earlier: list(
      '以往假期',
      shape('假期', { name: text('假期', { required: true, max: 100 }), stayed: bool('留校', { required: true }), state: holidayStayStates.field('状态', { required: false }) }),
      {
        required: true,
      },
    ),
    lates: integer('近 30 天晚归', { required: true }),
    nightsOut: integer('近 30 天未归', { required: true }),
  }),
}
