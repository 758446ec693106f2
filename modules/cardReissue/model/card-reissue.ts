import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, dict, entity, files, integer, money, type Row, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { REASONS } from './card-kind.ts'
import { railStation } from './dictionaries.ts'

const readonly = { readonly: true } as const
const need = { required: true } as const
export const FEE_STATES = { free: '免费', unpaid: '待缴', paid: '已缴', refunded: '已退' } as const
export const PICK_UPS = { window: '窗口领取', fdy: '辅导员代发' } as const
/** Form fields of the student. */
export const asked = {
  kindId: ref('cardKind', '证卡', need),
  reason: choice('补办原因', REASONS, need),
  lostOn: date('遗失日期', { help: '记不清的，写发现不见的那天' }),
  lostPlace: text('遗失地点', { max: 60 }),
  oldCardNo: text('原卡号', { max: 30, help: '记不清的不填' }),
  homeStation: dict('家庭所在地车站', railStation),
  schoolStation: dict('学校所在地车站', railStation),
  homeProof: files('家庭住址变动的证明', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '户口簿或者新住址的证明' }),
  pickUp: choice('领取方式', PICK_UPS, { ...need, initial: 'window' }),
  declaration: bool('我声明以上属实；遗失的卡从现在起作废，找到后交回', need),
} as const
export const reissueStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'], found: ['approved'] })
export const cardStates = states(
  {
    unpaid: { label: '待缴费', tone: 'attention' },
    queued: { label: '待制证', tone: 'waiting' },
    producing: { label: '制证中', tone: 'going' },
    ready: { label: '待领取', tone: 'attention' },
    collected: { label: '已领取', tone: 'done' },
    found: { label: '已找回', tone: 'over' },
    closed: { label: '逾期未缴，已关闭', tone: 'over' },
  },
  { found: ['unpaid', 'queued'], handOut: ['ready'] },
)
/** States of a card that is still to come. */
export const COMING = ['unpaid', 'queued', 'producing', 'ready'] as const
export const lossStates = states(
  {
    manual: { label: '请到卡务系统挂失', tone: 'attention' },
    waiting: { label: '正在挂失', tone: 'going' },
    failed: { label: '挂失未成功', tone: 'refused' },
    done: { label: '已挂失', tone: 'done' },
  },
  { retryLoss: ['failed'], settleLoss: ['manual', 'failed'] },
)
/** 补办: a card that a student applies for, from the application to the hand-over. */
export const cardReissue = entity(
  'cardReissue.cardReissue',
  '证卡补办',
  {
    studentId: ref('student', '学生', { ...need, immutable: true, search: true }),
    /** Values of the time; data scope follows the student. */
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    photoId: ref('studentPhoto', '照片', readonly),
    fee: money('工本费', { ...readonly, required: true, initial: 0 }),
    feeState: choice('缴费', FEE_STATES, { ...readonly, required: true, initial: 'free' }),
    billLineId: ref('billLine', '应缴明细', { ...readonly, secret: 'internal' }),
    state: reissueStates.field('审批', { initial: 'pending', sortable: true }),
    cardState: cardStates.field('进度', { required: false, sortable: true }),
    approvedAt: datetime('批准时间', { ...readonly, sortable: true }),
    payBy: datetime('缴费期限', readonly),
    batchId: ref('cardBatch', '制证批次', readonly),
    newCardNo: text('新卡号', { ...readonly, max: 30, search: true }),
    readyAt: datetime('制好时间', readonly),
    collectedAt: datetime('领取时间', { ...readonly, sortable: true }),
    collectedById: ref('user', '发放人', readonly),
    lossState: lossStates.field('挂失', { required: false }),
    lossError: text('挂失未成功的原因', { ...readonly, max: 300 }),
    lossTries: integer('挂失次数', { ...readonly, secret: 'internal' }),
    lossNextAt: datetime('下次挂失', { ...readonly, secret: 'internal' }),
    /** Last reminder of a card that nobody collects. */
    told: text('提醒到', { ...readonly, max: 8, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      open: '你的{kind}正在补办，办完后再申请',
      openNow: '这张卡正在补办，办完后再申请',
      disabled: '“{kind}”现在不补办',
      declaration: '请先确认声明',
      lostOnMissing: '请填写遗失日期',
      future: '遗失日期 {lostOn} 还没有到',
      beforeIssue: '遗失日期 {lostOn} 早于这张卡的发放日期 {issuedOn}',
      stations: '请填写家庭所在地和学校所在地的车站',
      sameStation: '两个车站都是“{station}”，没有优惠区间',
      homeUnknown: '你的家庭所在地还没有登记，请先在个人信息里填写',
      sameCity: '你的家庭所在地和学校都在{city}，不能办理火车票优惠卡',
      interval: '优惠区间与原来的 {before} 不同，请上传家庭住址变动的证明',
      noPhoto: '你还没有审核通过的照片，请先上传',
      photoPending: '你的照片正在审核，通过后再申请',
      infoPending: '你的{fields}变更正在审批，完成后再申请，卡上才是新的',
      noPrice: '“{kind}”没有适合你的收费标准，请联系学工处',
      producing: '这张卡已在批次 {batchNo} 中送制（{at}），不能取消',
      collected: '这张卡已由 {by} 在 {at} 发给 {name}',
      oldCard: '{kind}要交回旧卡后才能领取新卡',
      unknown: '没有待领取的卡：{code}',
    },
  },
)
export type CardReissue = Row<typeof cardReissue>
