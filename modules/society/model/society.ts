import { action, bool, choice, date, dict, entity, files, integer, list, money, type Row, ref, rich, states, text } from '#model'
import { societyCategory } from './dictionaries.ts'
import { REVIEW_GRADES } from './review-scores.ts'

export const LEVELS = { school: '校级', college: '院级' } as const
export const JOIN_WAYS = { open: '直接加入', review: '审核加入', closed: '暂不招新' } as const
export const societyStates = states(
  {
    probation: { label: '试运行', tone: 'going' },
    active: { label: '正常', tone: 'done' },
    suspended: { label: '暂停', tone: 'attention' },
    liquidating: { label: '清算', tone: 'waiting' },
    dissolved: { label: '已注销', tone: 'over' },
  },
  { update: ['probation', 'active', 'suspended'], suspend: ['probation', 'active'], resume: ['suspended'] },
)
export type SocietyState = keyof typeof societyStates.labels
/** States in which a society takes members and spends. */
export const RUNNING: readonly SocietyState[] = ['probation', 'active']
/** States in which it still exists. */
/** Neither dissolved nor being so. */
export const LIVE: readonly SocietyState[] = ['probation', 'active', 'suspended']
export const LIVING: readonly SocietyState[] = [...LIVE, 'liquidating']
const need = { required: true } as const
const readonly = { readonly: true } as const

/** 学生社团. Who leads it stands in its members; their rights reach this society alone. */
export const society = entity(
  'society.society',
  '社团',
  {
    code: text('编号', { ...need, max: 20, format: 'code', search: true, sortable: true }),
    name: text('名称', { ...need, max: 40, search: true, sortable: true }),
    nameEn: text('英文名称', { max: 80 }),
    category: dict('类别', societyCategory, need),
    level: choice('级别', LEVELS, { ...need, initial: 'school' }),
    departmentId: ref('department', '所属学院', { help: '院级社团要填' }),
    guidanceUnitId: ref('department', '业务指导单位', need),
    advisorId: ref('teacher', '指导教师', need),
    otherAdvisorIds: list('其他指导教师', ref('teacher', '指导教师', need), { max: 2 }),
    purpose: text('宗旨', { ...need, max: 500, multiline: true }),
    charter: files('章程', { maxFiles: 1, types: ['pdf'], help: '换上新的，原来的留在修改记录里' }),
    meets: text('活动时间和地点', { max: 100, help: '如“每周三 19:00，活动中心 201”' }),
    joinWay: choice('加入方式', JOIN_WAYS, { ...need, initial: 'review' }),
    memberCap: integer('人数上限', { min: 1, max: 5000, help: '不填的不限' }),
    memberFee: money('会费', { min: 0, help: '每学年；学校允许收会费时才能填' }),
    leagueBranchId: ref('leagueBranch', '功能型团支部'),
    star: integer('星级', { ...need, ...readonly, min: 0, max: 5, initial: 0, sortable: true }),
    lastGrade: choice('上次年审', REVIEW_GRADES, readonly),
    logo: files('标志', { maxFiles: 1, types: ['jpg', 'jpeg', 'png', 'webp'] }),
    intro: rich('介绍', { max: 20_000 }),
    foundedOn: date('成立日期', { ...need, sortable: true }),
    state: societyStates.field('状态', { initial: 'active', sortable: true }),
    probationUntil: date('试运行到', readonly),
    /** 60-SO3: once at most. */
    probationProlonged: bool('已延长试运行', { ...need, ...readonly, initial: false }),
    /** 60-SO11: after a failed review, until somebody has looked whether it is mended. */
    rectifyUntil: date('整改到', readonly),
    rectifyPlan: list('整改期间可办的活动', text('活动名称', { ...need, max: 60 }), { ...readonly, max: 20 }),
    /** When a job first found it so. */
    headlessSince: date('没有负责人起', { ...readonly, secret: 'internal' }),
    fewSince: date('成员不足起', { ...readonly, secret: 'internal' }),
    stateNote: text('状态说明', { ...readonly, max: 200 }),
    /** What a suspended society goes back to. */
    resumesAs: choice('恢复为', { probation: '试运行', active: '正常' }, { ...readonly, secret: 'internal' }),
    /** The sum of its entries. */
    balance: money('经费余额', { ...need, ...readonly, initial: 0 }),
    /** What of it budgets of activities hold. */
    held: money('活动预留', { ...need, ...readonly, initial: 0 }),
    headId: ref('student', '负责人', { computed: true }),
    members: integer('成员', { computed: true }),
    branchDue: bool('应建团支部', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'guidanceUnitId', teacher: 'advisorId' },
    unique: [['code']],
    importKey: ['code'],
    select: 'scoped',
    selectFields: ['code', 'category', 'state'],
    sort: ['code'],
    refusals: {
      nameTaken: '已有社团“{name}”（{code}）',
      collegeMissing: '院级社团要填所属学院',
      advisorTwice: '指导教师“{advisor}”填了两次',
      advisorGone: '“{advisor}”不在职，不能担任指导教师',
      advisorFull: '“{advisor}”已指导“{societies}”，最多指导 {most} 个社团',
      capTaken: '已有 {members} 名成员，人数上限不能减到 {cap}',
      feeOff: '学校现在不收社团会费',
      feeMost: '会费每学年最多 {most} 元，现在 {fee} 元',
      hasMembers: '“{name}”有过 {n} 名成员，不能删除',
      fundShort: '“{name}”的经费余额 {left} 元，其中活动预留 {held} 元，这次要 {want} 元',
      heldShort: '“{name}”的活动只预留了 {held} 元',
      rectifying: '“{society}”在整改，只能办整改计划里的活动：{plan}',
      notRectifying: '“{society}”没有在整改',
      notYours: '只有“{name}”的{who}，或者负责它的老师能办',
    },
  },
)
export type Society = Row<typeof society>
/** What of its fund is not held. */
export const availableOf = ({ balance, held }: Pick<Society, 'balance' | 'held'>): number => balance - held
const id = ref('society', '社团', need)
const refusals = society.options.refusals ?? {}
/** 60-SO13: recruiting, proposals and spending stop. */
export const suspendSociety = action('society.society.suspend', '暂停', {
  input: { id, reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const resumeSociety = action('society.society.resume', '恢复', { permission: suspendSociety.permission, input: { id }, output: 'none', inScope: true, refusals })
/** 60-SO11: which activities may be held while a society mends what failed, and whether it is mended. */
export const planRectification = action('society.society.planRectification', '整改计划', {
  input: { id, activities: list('整改期间可办的活动', text('活动名称', { ...need, max: 60 }), { max: 20, help: '名称要和活动申请里的一致' }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const RECTIFIED = { passed: '已整改到位', failed: '没有整改到位，提出注销' } as const
export const closeRectification = action('society.society.closeRectification', '整改验收', {
  permission: planRectification.permission,
  input: { id, outcome: choice('结论', RECTIFIED, need), reason: text('说明', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals,
})
