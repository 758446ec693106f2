import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, decimal, entity, files, integer, money, type Row, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { REWARD_STATES } from './cert-reward.ts'

const readonly = { readonly: true } as const
const need = { required: true } as const
/** Fields of the student’s form. */
export const asked = {
  catalogId: ref('certCatalog', '证书', need),
  level: text('等级', { max: 30 }),
  certNo: text('证书编号', { ...need, max: 60, search: true, help: '照证书上的写，空格和大小写不影响' }),
  score: decimal('成绩', { precision: 6, scale: 2, min: 0, max: 9999 }),
  holderName: text('证书上的姓名', { ...need, max: 50, clear: 'the student’s own name as the certificate has it, beside the name in every list' }),
  issuedOn: date('发证日期', { ...need, sortable: true }),
  expiresOn: date('有效期至', { sortable: true, help: '证书上没有写的不填' }),
  files: files('证书照片或扫描件', { ...need, maxFiles: 3, types: ['pdf', 'jpg', 'jpeg', 'png'] }),
} as const
export const METHODS = { website: '网站查询', original: '核对原件', issuerList: '发证机构名单' } as const
/** Ways in which somebody verifies by hand; a list does it by itself. */
export const BY_HAND = { website: METHODS.website, original: METHODS.original } as const
export const certStates = states(SUBMITTED_STATES, {
  resubmit: ['returned'],
  withdraw: ['pending', 'returned'],
  verifyBatch: ['approved'],
  rejectBatch: ['approved'],
  revoke: ['approved'],
})
export const verifyStates = states(
  {
    unverified: { label: '未核验', tone: 'waiting' },
    verified: { label: '已核验', tone: 'done' },
    rejected: { label: '核验不通过', tone: 'refused' },
    revoked: { label: '已撤销', tone: 'refused' },
  },
  { verifyBatch: ['unverified'], rejectBatch: ['unverified'], revoke: ['verified'] },
)
/** 50-SK6: days before its expiry on which a student is reminded, the nearest first. */
export const EXPIRY_DAYS = [7, 60] as const
/** 技能证书: one certificate of a student, registered once the approval has passed and proved by its verification. */
export const studentCert = entity(
  'certificate.studentCert',
  '技能证书',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** Values of the time; data scope follows the student. */
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    inStudyPeriod: bool('在校期间取得', { ...readonly, required: true, initial: false }),
    state: certStates.field('登记审批', { initial: 'pending', sortable: true }),
    verifyState: verifyStates.field('核验', { ...readonly, initial: 'unverified', sortable: true }),
    verifyMethod: choice('核验方式', METHODS, readonly),
    verifiedById: ref('user', '核验人', readonly),
    verifiedAt: datetime('核验时间', readonly),
    verifyProof: files('核验凭证', { ...readonly, maxFiles: 1, types: ['pdf', 'jpg', 'jpeg', 'png'] }),
    verifyReason: text('不通过或撤销的原因', { ...readonly, max: 200 }),
    /** Who gave the same number later, until somebody has looked into it. */
    claimedById: ref('student', '编号也被填报', readonly),
    claimedOn: date('填报日期', readonly),
    claimNote: text('核实结果', { ...readonly, max: 200 }),
    rewardId: ref('certReward', '奖励标准', readonly),
    rewardAmount: money('奖励', readonly),
    rewardState: choice('奖励状态', REWARD_STATES, readonly),
    rewardNote: text('追回说明', { ...readonly, max: 200 }),
    /** Days of the last reminder of the expiry. */
    told: text('提醒到', { ...readonly, max: 5, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    isExpired: bool('已过期', { computed: true }),
  },
  {
    title: 'certNo',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      disabled: '“{name}”已停用，不能登记',
      levelNeeded: '“{name}”要选等级：{levels}',
      level: '“{name}”没有等级“{level}”，可以选：{levels}',
      pattern: '证书编号“{certNo}”不合“{name}”的格式，应类似 {example}',
      held: '证书编号“{certNo}”已有其他学生登记，请核对；确实是你的证书，请带原件找辅导员',
      taken: '这个证书编号已有人登记，请核对；确实是你的证书，请带原件找辅导员',
      twice: '你已登记过证书编号“{certNo}”',
      holder: '证书上的姓名“{holderName}”与学籍姓名“{name}”不一致；更改过姓名的，先在个人信息里登记曾用名',
      future: '发证日期 {issuedOn} 还没有到',
      order: '有效期至 {expiresOn} 不晚于发证日期 {issuedOn}',
      expired: '证书 {expiresOn} 已过有效期，不能登记',
      noFile: '请上传证书照片或扫描件',
      noReader: '学校没有设置证书文字识别，请照着证书填写',
      silent: '文字识别服务没有回应，请稍后再试，或照着证书填写',
      notOwed: '证书编号“{certNo}”没有待追回的奖励',
      notClaimed: '证书编号“{certNo}”没有待核实的重复填报',
    },
  },
)
export type StudentCert = Row<typeof studentCert>
