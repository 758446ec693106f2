import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, decimal, entity, files, integer, type Row, ref, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
const PERSONAL = { sensitivity: 'S1' } as const
export const KINDS = { withFamily: '与家人同住', relative: '投亲', rent: '租房', internship: '实习单位住宿', medical: '就医休养', married: '已婚', other: '其他' } as const
export type StayKind = keyof typeof KINDS
/** What proves a kind; living with one's family needs nothing but the consent. */
export const PROOFS: Readonly<Record<StayKind, string | null>> = {
  withFamily: null,
  relative: '亲友关系和住所的证明',
  rent: null,
  internship: '实习单位的证明',
  medical: '医院证明',
  married: '结婚证',
  other: '能说明原因的材料',
}
export const CONSENT_STATES = { none: '没有发送', sent: '等家长答复', agreed: '家长同意', refused: '家长不同意' } as const
export const CALL_WAYS = { phone: '电话', video: '视频', visit: '当面' } as const
/** Form fields of the student, in the steps of the page. */
export const asked = {
  kind: choice('类别', KINDS, need),
  reason: text('原因', { ...need, max: 500, multiline: true }),
  fromOn: date('第一晚', { ...need, sortable: true }),
  toOn: date('最后一晚', { ...need, sortable: true, help: '最长一年，到期再续' }),
  proofs: files('证明', { maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
  cantonCode: cantonCode('所在地区', need),
  address: text('详细地址', { ...need, max: 200, ...PERSONAL, mask: 'address' }),
  landlordName: text('房东姓名', { max: 60, ...PERSONAL, mask: 'name' }),
  landlordPhone: text('房东电话', { max: 20, format: 'phone', ...PERSONAL, mask: 'phone' }),
  contract: files('租房合同', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
  contractUntil: date('合同到期日'),
  cohabitants: text('同住人', { max: 500, multiline: true, ...PERSONAL, mask: 'whole', help: '每人一行：姓名、关系、电话，用顿号或空格隔开；一个人住的不填' }),
  guardianId: ref('familyMember', '监护人', need),
  emergencyName: text('紧急联系人', { ...need, max: 60, ...PERSONAL, mask: 'name' }),
  emergencyPhone: text('紧急联系电话', { ...need, max: 20, format: 'phone', ...PERSONAL, mask: 'phone' }),
  keepBed: bool('保留校内床位', { ...need, initial: false, help: '保留的照常收住宿费；不保留的，第一晚前后办理退宿' }),
  pledge: bool('我已读过并承诺遵守安全承诺书', need),
} as const
export const stayStates = states(
  {
    ...SUBMITTED_STATES,
    approved: { label: '待开始', tone: 'waiting' },
    active: { label: '在外住宿', tone: 'going' },
    expired: { label: '已到期', tone: 'attention' },
    ended: { label: '已返校', tone: 'done' },
    revoked: { label: '已撤销', tone: 'refused' },
  },
  {
    resubmit: ['returned'],
    withdraw: ['pending', 'returned'],
    cancel: ['approved'],
    sendConsent: ['pending', 'returned'],
    noteCall: ['pending', 'returned', 'approved', 'active'],
    changePhones: ['pending', 'returned', 'approved', 'active'],
    locate: ['pending', 'returned', 'approved', 'active'],
    report: ['active'],
    end: ['active', 'expired', 'revoked'],
    moveBack: ['active', 'expired', 'revoked'],
    revoke: ['approved', 'active'],
  },
)
/** Whose nights nobody else's application may overlap. */
export const HOLDING = ['pending', 'returned', 'approved', 'active'] as const
/** Approved once: their nights count until the last. */
export const AGREED = ['approved', 'active', 'expired', 'ended', 'revoked'] as const
/** 校外住宿: nights outside with reason, consent and pledge, from the application to the return. */
export const offCampusStay = entity(
  'offCampus.offCampusStay',
  '校外住宿',
  {
    studentId: ref('student', '学生', { ...need, immutable: true, search: true }),
    /** Values of the time; data scope follows the student. */
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    /** To the nearest campus, measured by the student at the address. */
    distanceKm: decimal('离学校（公里）', { ...readonly, precision: 5, scale: 1, sortable: true }),
    /** The stay that this one goes on from, or whose address it changes. */
    earlierId: ref('offCampusStay', '原申请', readonly),
    consentState: choice('家长同意', CONSENT_STATES, { ...need, ...readonly, initial: 'none' }),
    consentId: ref('guardianConsent', '监护人同意', readonly),
    callAt: datetime('辅导员联系家长', readonly),
    callWay: choice('联系方式', CALL_WAYS, readonly),
    callWords: text('联系情况', { ...readonly, max: 300, sensitivity: 'S2' }),
    callById: ref('user', '联系人', readonly),
    pledgeVersion: text('承诺书版本', { ...need, ...readonly, max: 20 }),
    pledgeSignedAt: datetime('签署时间', { ...need, ...readonly }),
    state: stayStates.field('状态', { initial: 'pending', sortable: true }),
    approvedAt: datetime('批准时间', { ...readonly, sortable: true }),
    /** Midnight of the first night, noon after the last: when the state changes. */
    beginAt: datetime('开始', { ...readonly, secret: 'internal' }),
    endAt: datetime('结束', { ...readonly, secret: 'internal' }),
    /** The last night outside: earlier than asked for after an early end. */
    lastNight: date('实际最后一晚', readonly),
    endedOn: date('返校日期', { ...readonly, sortable: true }),
    endReason: text('结束原因', { ...readonly, max: 200, translatable: true }),
    dueMark: text('到期提醒', { ...readonly, max: 8, secret: 'internal' }),
    reportDueAt: datetime('下次报告', { ...readonly, sortable: true }),
    reportMark: text('报告提醒到', { ...readonly, max: 8, secret: 'internal' }),
    reportedAt: datetime('最近报告', { ...readonly, sortable: true }),
    isUnwell: bool('报告有情况', { ...need, ...readonly, initial: false }),
    lastCheckAt: datetime('最近走访', { ...readonly, sortable: true }),
    checkDueAt: datetime('下次走访', { ...readonly, sortable: true }),
    /** The counsellor has been asked for the check of this term. */
    isCheckDue: bool('该走访了', { ...need, ...readonly, initial: false }),
    unreached: integer('没有联系上', { ...need, ...readonly, initial: 0, min: 0 }),
    sharing: integer('同址人数', { computed: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      order: '最后一晚 {toOn} 早于或等于第一晚 {fromOn}',
      past: '第一晚 {fromOn} 已经过去，最早从 {today} 开始',
      years: '{fromOn} 到 {toOn} 超过一年，一次最长到 {end}',
      firstYear: '{grade} 级是一年级，只有与家人同住和就医休养的可以申请，这次是“{kind}”',
      minor: '到第一晚 {fromOn} 还不满 18 周岁，只能与家人同住，这次是“{kind}”',
      overlap: '与 {fromOn} 至 {toOn} 的校外住宿重叠',
      proof: '“{kind}”要上传{proof}',
      rent: '租房的要填写房东姓名、房东电话、合同到期日，并上传租房合同',
      contract: '租房合同到 {contractUntil} 为止，早于最后一晚 {toOn}',
      landlord: '房东电话 {phone} 是你自己的电话',
      cohabitant: '同住人第 {line} 行要有姓名、关系和电话：{given}',
      cantonUnknown: '行政区划里没有代码“{code}”',
      pledge: '请先阅读并签署安全承诺书',
      earlier: '只能从你自己批准过的校外住宿续住或变更',
      notAgreed: '家长还没有同意（{state}），不能批准',
      noCall: '辅导员还没有登记与家长的联系，不能批准',
      oldPledge: '签署的是 {signed} 版承诺书，现在是 {current} 版，请退回给学生重新签署',
      noBed: '现在没有空床（{gender}生），要先安排床位；确定现在就结束的，请勾选“没有床位也结束”',
      backOn: '返校日期 {backOn} 要在 {from} 到 {to} 之间',
      noPoint: '学校还没有设置校园位置，不能计算距离',
      noPosition: '没有取到位置，请打开定位再试',
      inaccurate: '定位误差 {accuracy} 米，超过 {most} 米，请到窗边或室外再试',
      tooFar: '测到的位置离学校 {km} 公里，超过 {most} 公里，请在登记的地址再试',
      callFuture: '联系时间 {at} 还没有到',
    },
  },
)
export type OffCampusStay = Row<typeof offCampusStay>
/** Until when it lasts or was asked for: one that was revoked before it began has no last night. */
export const untilOf = ({ fromOn, toOn, lastNight }: Pick<OffCampusStay, 'fromOn' | 'toOn' | 'lastNight'>): string => (lastNight && lastNight >= fromOn ? lastNight : toOn)
