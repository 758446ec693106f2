import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, datetime, decimal, dict, entity, files, integer, list, money, type Row, ref, states, text } from '#model'
import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { DIRECTIONS } from '#modules/signIn/model/sign-task.ts'
import { budget } from './budget.ts'
import { splitForm } from './split.ts'

export const ORGANISERS = { society: '社团', organisation: '学生组织', department: '部门', class: '班级' } as const
export type OrganiserType = keyof typeof ORGANISERS
/** 60-AT4: seats go to whoever comes first, by lot among all who apply, or to those whom the organiser chooses. */
export const ENROL_WAYS = { first: '先到先得', lottery: '抽签', review: '组织者选定' } as const
export const LEVELS = { school: '校级', college: '院级', society: '社团', class: '班级' } as const
/** What makes a plan for safety necessary, whatever the number of people. */
export const RISKS = { offCampus: '在校外', overnight: '过夜', water: '涉水' } as const
const SETTLED = { settled: { label: '已结项', tone: 'over' } } as const
export const activityStates = states({ ...SUBMITTED_STATES, ...SETTLED }, { change: ['returned'], withdraw: ['pending', 'returned'], callOff: ['approved'], settle: ['approved'] })
/** Where an activity stands now: after its approval by the clock. */
export const activityPhases = states({
  ...SUBMITTED_STATES,
  ...SETTLED,
  upcoming: { label: '未开始报名', tone: 'waiting' },
  enrolling: { label: '报名中', tone: 'done' },
  ready: { label: '待开始', tone: 'going' },
  running: { label: '进行中', tone: 'going' },
  closing: { label: '待结项', tone: 'attention' },
})
export type Phase = keyof typeof activityPhases.labels
const need = { required: true } as const
const readonly = { readonly: true } as const
const counter = { required: true, readonly: true, initial: 0 } as const
/** 60-AT13: who sees its pictures. */
export const PHOTO_SCOPES = { participants: '参加的人', school: '全校', public: '校外也能看' } as const
/** What an organiser writes. */
export const form = {
  title: text('名称', { ...need, min: 2, max: 60, search: true, sortable: true }),
  summary: text('介绍', { ...need, max: 500, multiline: true }),
  category: dict('类别', growthCategory, need),
  level: choice('级别', LEVELS, need),
  startAt: datetime('开始', { ...need, sortable: true }),
  endAt: datetime('结束', { ...need, sortable: true }),
  venueId: ref('venue', '场地'),
  place: text('地点', { max: 100, help: '没有场地的写地点' }),
  online: bool('线上活动', { ...need, initial: false }),
  enrolFrom: datetime('报名开始', need),
  enrolTo: datetime('报名结束', need),
  cancelUntil: datetime('取消截止', { help: '不填的为开始前 24 小时；在这之前取消不受影响' }),
  membersOnly: bool('只限本社团成员', { ...need, initial: false }),
  collegeIds: list('限这些学院', ref('department', '学院', need), { max: 60, help: '不选的不限' }),
  grades: list('限这些年级', integer('年级', { ...need, min: 1950, max: 2100 }), { max: 20, help: '如 2026；不填的不限' }),
  enrolWay: choice('录取方式', ENROL_WAYS, { ...need, initial: 'first', help: '抽签的在报名结束后抽，先报名不占先；组织者选定的在活动开始前选好' }),
  quota: integer('名额', { min: 1, max: 20_000, sortable: true, help: '不填的不限人数' }),
  ...splitForm,
  waitlist: integer('候补人数', { ...need, min: 0, max: 5000, initial: 0, help: '名额满后最多多少人候补' }),
  budget,
  guests: text('校外嘉宾', { max: 300, multiline: true, help: '每行一位：姓名、单位、主题' }),
  risks: list('风险', choice('风险', RISKS, need)),
  riskPlan: files('安全预案', { maxFiles: 3, types: ['pdf', 'doc', 'docx'] }),
  hours: decimal('时长（小时）', { ...need, min: 0, max: 99, precision: 5, scale: 1, help: '参加的人得到的时长，以 0.5 为一档' }),
  points: decimal('积分', { ...need, min: 0, max: 99, precision: 6, scale: 2, initial: 0 }),
  labourHours: decimal('劳动学时', { ...need, min: 0, max: 99, precision: 5, scale: 1, initial: 0 }),
  signRule: choice('签到', DIRECTIONS, { ...need, initial: 'in' }),
  photoScope: choice('照片给谁看', PHOTO_SCOPES, { ...need, initial: 'participants', help: '有同学请求删除的，对谁都随即隐藏' }),
} as const
export const FORM = Object.keys(form) as ReadonlyArray<keyof typeof form>

/** 活动: of a society, a student organisation, a department or a class, from the proposal to the hours in the ledger. */
export const activity = entity(
  'activity.activity',
  '活动',
  {
    ...form,
    organiserType: choice('组织者', ORGANISERS, { ...need, ...readonly }),
    societyId: ref('society', '社团', readonly),
    orgId: ref('studentOrg', '学生组织', readonly),
    departmentId: ref('department', '部门', readonly),
    classId: ref('stuClass', '班级', readonly),
    applicantId: ref('user', '申请人', { ...need, ...readonly }),
    /** Whose scope it is in: the guidance unit of a society, the department, the college of a class. */
    ownerDepartmentId: ref('department', '负责部门', readonly),
    advisorId: ref('teacher', '指导教师', readonly),
    state: activityStates.field('状态', { initial: 'pending', sortable: true }),
    stateNote: text('原因', { ...readonly, max: 200, translatable: true }),
    /** Seats that are held, offered ones among them: never more than the quota. */
    held: integer('已占名额', counter),
    /** How often time or place changed since the approval. */
    moves: integer('改时间地点次数', counter),
    /** Who came when, over all who ever enrolled. */
    arrivals: integer('报名序号', { ...counter, secret: 'internal' }),
    /** 60-AT4: its hash is told while people enrol, itself after the draw. */
    drawSeed: text('抽签种子', { ...readonly, max: 64, secret: 'internal' }),
    drawHash: text('抽签种子的哈希', { ...readonly, max: 64 }),
    drawnAt: datetime('抽签时间', readonly),
    /** When what groups did not use went to everybody. */
    splitFreedAt: datetime('划分到期', { ...readonly, secret: 'internal' }),
    /** The sign-in made for it; from then on its list is closed. */
    signTaskId: text('签到任务', { ...readonly, max: 36, format: 'uuid', secret: 'internal' }),
    settledAt: datetime('结项时间', readonly),
    /** The sum of its budget; what it cost once its costs are closed. */
    ...{ budgetSum: money('预算', counter), cost: money('支出', readonly) },
    phase: activityPhases.field('进度', { required: false, readonly: false, computed: true }),
    admitted: integer('已录取', { computed: true }),
    waiting: integer('候补', { computed: true }),
    organiser: text('组织单位', { computed: true, max: 60 }),
  },
  {
    title: 'title',
    scope: { department: 'ownerDepartmentId', teacher: 'advisorId', user: 'applicantId' },
    select: 'scoped',
    selectFields: ['title', 'startAt'],
    sort: ['-startAt'],
    verbs: ['list', 'export'],
    refusals: {
      notOrganiser: '只能以自己负责的社团、学生组织、部门或班级的名义申请活动',
      order: '结束 {end} 不晚于开始 {start}',
      enrolOrder: '报名结束 {to} 不晚于报名开始 {from}',
      enrolLate: '报名结束 {to} 晚于活动开始 {start}',
      cancelLate: '取消截止 {until} 晚于活动开始 {start}',
      tooSoon: '要提前 {days} 个工作日申请，最早可以在 {earliest} 举行',
      noPlace: '请选择场地，或者写明地点；线上活动请勾选',
      planMissing: '名额到 {from} 人的，以及校外、过夜、涉水的活动，要交安全预案',
      splitQuota: '按组分名额的，要写总名额',
      splitEmpty: '选了按{by}分名额，请写各组的名额',
      splitOver: '各组名额合计 {sum}，超过名额 {quota}',
      splitTwice: '{group}写了两次',
      splitUnknown: '“{key}”不是{by}，请重新选择',
      splitOutside: '{group}不在活动面向的范围里',
      splitTime: '划分截止 {until} 不在报名开始 {from} 和活动开始 {start} 之间',
      groupFull: '“{title}”给{group}的名额还空 {left} 个，这次选了 {chosen} 人',
      lotteryQuota: '抽签的活动要写名额',
      notChosen: '“{title}”不由组织者选定',
      fullNow: '“{title}”有 {quota} 个名额，还空 {left} 个，这次选了 {chosen} 人',
      notDrawable: '“{title}”不抽签',
      drawn: '“{title}”{at} 已抽过签',
      drawEarly: '“{title}”{to} 报名结束，之后才能抽签',
      halves: '时长 {hours} 不是 0.5 的倍数',
      nothing: '时长和积分至少填一项',
      volunteerTime: '志愿服务按实际服务时间记，须签到并签退',
      inOutHours: '签到并签退的活动时长 {hours} 超过起止时间 {most}',
      membersOf: '只有社团的活动能只限成员',
      notOver: '“{title}”{end} 才结束，还不能结项',
      counting: '“{title}”的签到到 {until} 截止，之后才能结项',
      unsettled: '“{title}”{end} 已结束，超过 {days} 天还没有结项，请先结项',
      fundOf: '只有社团的活动能用社团经费',
      unclosed: '“{title}”{end} 已结束，超过 {days} 天还没有结清经费，请先结清',
      begunMove: '“{title}”{start} 已经开始，不能改时间地点',
      signing: '“{title}”的签到已经安排，不能再改时间地点',
      unmoved: '“{title}”的时间和地点没有变',
      past: '{start} 已经过去',
      begun: '“{title}”{start} 已经开始，不能取消',
    },
  },
)
export type Activity = Row<typeof activity>
/** After the approval the clock decides. */
export function phaseOf({ state, enrolFrom, enrolTo, startAt, endAt, signTaskId }: Activity, now = Date.now()): Phase {
  if (state !== 'approved') return state
  if (now >= Date.parse(endAt)) return 'closing'
  if (now >= Date.parse(startAt)) return 'running'
  if (now < Date.parse(enrolFrom)) return 'upcoming'
  return now <= Date.parse(enrolTo) && !signTaskId ? 'enrolling' : 'ready'
}
