import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, bool, choice, datetime, decimal, dict, entity, files, integer, list, type Row, ref, shape, states, text } from '#model'
import { societyCategory } from './dictionaries.ts'
import { societyMember } from './member.ts'
import { JOIN_WAYS, LEVELS, society } from './society.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
/** 60-SO1: what a charter regulates. */
export const CHARTER_PARTS = {
  purpose: '宗旨',
  membership: '成员资格',
  bodies: '组织机构',
  election: '选举和罢免',
  finance: '经费',
  change: '章程修改',
  dissolution: '注销',
} as const
export type CharterPart = keyof typeof CHARTER_PARTS
export const foundingStates = states(
  {
    gathering: { label: '征集发起人', tone: 'going' },
    lapsed: { label: '征集到期', tone: 'over' },
    ...SUBMITTED_STATES,
    publicised: { label: '公示中', tone: 'going' },
    established: { label: '已成立', tone: 'done' },
  },
  { change: ['gathering', 'returned'], submit: ['gathering', 'returned'], withdraw: ['gathering', 'pending', 'returned'], consent: ['gathering'], takeBack: ['gathering'] },
)
/** States in which its founders are bound to it. */
export const FOUNDING = ['gathering', 'pending', 'returned', 'approved', 'publicised'] as const
const form = {
  name: text('名称', { ...need, max: 40, search: true }),
  nameEn: text('英文名称', { max: 80 }),
  category: dict('类别', societyCategory, need),
  level: choice('级别', LEVELS, { ...need, initial: 'school' }),
  departmentId: ref('department', '所属学院', { help: '院级社团要填' }),
  guidanceUnitId: ref('department', '业务指导单位', need),
  purpose: text('宗旨', { ...need, max: 500, multiline: true }),
  meets: text('活动时间和地点', { max: 100 }),
  joinWay: choice('加入方式', JOIN_WAYS, { ...need, initial: 'review' }),
  charter: files('章程', { ...need, maxFiles: 1, types: ['pdf'] }),
  charterParts: list('章程写明了', choice('内容', CHARTER_PARTS), { help: '逐项核对，缺一项都不能提交' }),
} as const
/** Advisors are named by number and name: students do not list the staff. */
const advisor = {
  advisorNo: text('指导教师工号', { ...need, max: 20, format: 'code' }),
  advisorName: text('指导教师姓名', { ...need, max: 64, clear: 'a teacher, as the students know them' }),
} as const
export const FOUNDING_FORM = Object.keys(form) as ReadonlyArray<keyof typeof form>

/** 成立社团: from the call for founders to the public notice. */
export const societyFounding = entity(
  'society.societyFounding',
  '社团成立',
  {
    studentId: ref('student', '社团发起人', { ...need, immutable: true, search: true }),
    ...form,
    advisorId: ref('teacher', '指导教师', need),
    gatherUntil: datetime('征集截止', { ...need, ...readonly }),
    /** Of the applicant, who will be the head: undefined where no rank is on file, and the college confirms. */
    rankShare: decimal('学业排名前（%）', { ...readonly, precision: 5, scale: 2 }),
    state: foundingStates.field('状态', { initial: 'gathering', sortable: true }),
    societyId: ref('society', '社团', readonly),
    founders: integer('已同意', { computed: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'name',
    scope: { student: 'studentId', department: 'guidanceUnitId', teacher: 'advisorId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      nameTaken: '已有社团“{name}”（{code}）',
      collegeMissing: '院级社团要填所属学院',
      advisorUnknown: '没有工号 {no}、姓名“{name}”的在职教师',
      charterMissing: '请上传章程（PDF）',
      charterLacks: '章程还没有写明：{parts}',
      tooFew: '发起人要有 {needed} 人，现在同意的有 {n} 人',
      barredFounders: '{names}不能担任学生组织职务，不能作为发起人',
      elsewhere: '{name}已经是“{other}”的发起人，同时只能发起一个社团',
      away: '{name}现在{status}，不能发起社团',
      barred: '{name}在处分期内，不能发起社团',
      twice: '{name}已经同意发起“{founding}”',
      late: '“{founding}”的征集已在 {until} 截止',
      ownFounding: '你是发起人，要退出请撤回申请',
      firstYear: '{name}是一年级，一年级不能担任负责人',
      rank: '{name}上学年学业排名前 {share}%，负责人要在前 {most}%',
      headBarred: '{name}在处分期内，不能担任负责人',
      headElsewhere: societyMember.options.refusals?.headElsewhere ?? '',
      headAway: '{name}现在{status}，不能担任负责人',
      terms: '{name}已担任过 {n} 届负责人，最多 {most} 届',
    },
  },
)
export type Founding = Row<typeof societyFounding>
/** 发起人同意: each confirms personally. */
export const consentStates = states({
  agreed: { label: '已同意', tone: 'done' },
  withdrawn: { label: '已撤回', tone: 'over' },
  ended: { label: '已结束', tone: 'over' },
})
export const founderConsent = entity(
  'society.founderConsent',
  '社团发起人',
  {
    foundingId: ref('societyFounding', '社团成立', { ...need, immutable: true, search: true }),
    studentId: ref('student', '学生', { ...need, immutable: true, search: true }),
    state: consentStates.field('状态', { initial: 'agreed' }),
    at: datetime('同意时间', { ...need, ...readonly, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: { student: 'studentId', department: 'foundingId.guidanceUnitId', teacher: 'foundingId.advisorId' },
    unique: [['foundingId', 'studentId']],
    sort: ['foundingId', 'at'],
    verbs: ['list', 'export'],
  },
)
const id = ref('societyFounding', '社团成立', need)
const refusals = { ...society.options.refusals, ...societyFounding.options.refusals }
export const startFounding = action('society.societyFounding.start', '发起成立', { input: { ...form, ...advisor }, output: { id }, refusals })
const OWN = startFounding.permission
export const changeFounding = action('society.societyFounding.change', '修改', { permission: OWN, input: { id, ...form, ...advisor }, output: 'none', refusals })
export const submitFounding = action('society.societyFounding.submit', '提交审批', { permission: OWN, input: { id }, output: { state: foundingStates.field('结果') }, refusals })
export const withdrawFounding = action('society.societyFounding.withdraw', '撤回', { permission: OWN, input: { id }, output: 'none', refusals })
export const consentToFound = action('society.societyFounding.consent', '同意发起', { permission: OWN, input: { id }, output: 'none', refusals })
export const takeBackConsent = action('society.societyFounding.takeBack', '撤回同意', { permission: OWN, input: { id }, output: 'none', refusals })
const shown = {
  id,
  name: form.name,
  nameEn: form.nameEn,
  category: form.category,
  level: form.level,
  purpose: form.purpose,
  meets: form.meets,
  joinWay: form.joinWay,
  applicant: text('社团发起人', { max: 64, clear: 'told to those who are asked to found it together' }),
  advisor: text('指导教师', { max: 64 }),
  unit: text('业务指导单位', { max: 60 }),
  state: foundingStates.field('状态'),
  gatherUntil: datetime('征集截止', need),
  confirmed: integer('已同意', need),
  needed: integer('需要', need),
} as const
/** Foundings of the reader: one's own, those one backs, and the one a link leads to. */
export const myFoundings = action('society.societyFounding.mine', '我的社团成立', {
  method: 'GET',
  permission: OWN,
  many: true,
  input: { id: ref('societyFounding', '社团成立') },
  output: {
    ...shown,
    departmentId: form.departmentId,
    guidanceUnitId: form.guidanceUnitId,
    charter: form.charter,
    charterParts: form.charterParts,
    advisorNo: text('指导教师工号', { max: 20 }),
    isMine: bool('本人发起', need),
    isFounder: bool('已同意', need),
    /** Told to the applicant alone. */
    founders: list('社团发起人', text('姓名', { max: 64, clear: 'founders, told to the applicant' }), need),
    similar: list('名称相近的社团', text('名称', { max: 40 }), need),
    instanceId: text('流程', { max: 36 }),
  },
})
export const foundingCard = action('society.societyFounding.card', '审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: {
    ...shown,
    charter: form.charter,
    rankShare: societyFounding.fields.rankShare,
    founders: list('社团发起人', shape('社团发起人', { name: text('姓名', { max: 64, clear: 'founders, told to who decides' }), className: text('班级', { max: 60 }) }), need),
    similar: list('名称相近的社团', text('名称', { max: 40 }), need),
  },
})
export const foundingActions = [startFounding, changeFounding, submitFounding, withdrawFounding, consentToFound, takeBackConsent, myFoundings, foundingCard]
