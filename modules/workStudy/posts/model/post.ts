import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, bool, choice, date, datetime, decimal, entity, integer, json, list, money, pickFields, ref, shape, states, text } from '#model'
import type { WeekSpan } from '#model/week-spans.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'

export const POST_TYPES = { fixed: '固定', temporary: '临时' } as const
export const PAY_MODES = { hourly: '按小时', monthly: '按月' } as const
/** Where the work is done; dangerous work is refused, everything but ordinary places asks for a note on safety. */
export const HAZARDS = { ordinary: '一般', lab: '实验室', night: '夜间', outdoor: '户外', dangerous: '危险作业' } as const
export const postStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    ...SUBMITTED_STATES,
    open: { label: '招聘中', tone: 'going' },
    full: { label: '已招满', tone: 'done' },
    closed: { label: '停止招聘', tone: 'over' },
    finished: { label: '已结束', tone: 'over' },
  },
  {
    ...{ update: ['draft', 'returned'], remove: ['draft', 'withdrawn', 'rejected'], publish: ['draft', 'returned'] },
    ...{ close: ['open', 'full'], reopen: ['closed'], setConditions: ['draft', 'pending', 'returned', 'open', 'full'] },
  },
)
export const RECRUITING = ['open', 'full'] as const

/** 岗位 */
export const workPost = entity(
  'workStudy.workPost',
  '岗位',
  {
    unitId: ref('employUnit', '用工单位', { required: true, immutable: true }),
    title: text('岗位', { required: true, max: 60, search: true }),
    duties: text('工作内容', { required: true, max: 1000, multiline: true }),
    postType: choice('类型', POST_TYPES, { required: true, initial: 'fixed', help: '固定：一学期以上，或者假期连续上岗' }),
    headcount: integer('人数', { required: true, min: 1, max: 200, sortable: true }),
    /** Offers that wait for an answer, and those on duty: never more than `headcount`. */
    filled: integer('已占', { required: true, readonly: true, initial: 0 }),
    seatsLeft: integer('空余', { computed: true }),
    place: text('地点', { required: true, max: 100 }),
    campusId: ref('campus', '校区', { required: true }),
    schedule: json<readonly WeekSpan[], { required: true }>('时段', { required: true }),
    hoursPerWeek: decimal('每周小时', { required: true, precision: 4, scale: 1, min: 0.5, max: 80 }),
    payMode: choice('计酬', PAY_MODES, { required: true, initial: 'hourly' }),
    rate: money('标准', { required: true, min: 1, sortable: true, help: '每小时或每月多少元' }),
    requires: text('要求', { max: 500, multiline: true }),
    difficultyFirst: bool('困难学生优先', { required: true, initial: true }),
    applyFrom: datetime('开始报名', { required: true }),
    applyTo: datetime('截止报名', { required: true, sortable: true }),
    workFrom: date('上岗', { required: true }),
    workTo: date('结束', { required: true, sortable: true }),
    hazard: choice('场所', HAZARDS, { required: true, initial: 'ordinary' }),
    safetyNote: text('安全说明', { max: 500, multiline: true, help: '实验室、夜间、户外的岗位须填' }),
    /** What is asked of students, compared with facts known of them; set by the office. */
    conditions: json<readonly NamedCondition[]>('条件', { readonly: true, secret: 'internal' }),
    state: postStates.field('状态', { initial: 'draft', sortable: true }),
    /** From here the days count in which recognised students come first. */
    openedAt: datetime('公布时间', { readonly: true, sortable: true }),
    makerId: ref('user', '发布人', { readonly: true }),
  },
  {
    title: 'title',
    scope: { unit: 'unitId' },
    select: 'scoped',
    selectFields: ['unitId', 'state'],
    sort: ['-applyTo'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      spans: '时段应是星期几、几点到几点，如 周一 周三 14:00–16:00',
      window: '截止报名 {to} 不晚于开始报名 {from}',
      work: '结束 {to} 早于上岗 {from}',
      dangerous: '高空、带电、有毒有害等危险作业不能安排学生',
      safety: '{place}的岗位须写安全说明',
      hours: '每周 {asked} 小时超过规定的 {limit} 小时',
      hourly: '每小时 {asked} 元低于规定的 {least} 元',
      monthly: '按 40 小时折算每月 {asked} 元，低于当地的 {least} 元',
      closed: '“{title}”{state}，不能报名或录用',
      notYet: '“{title}”{from} 开始报名',
      over: '“{title}”已于 {to} 截止报名',
      full: '“{title}”的 {headcount} 个名额已经占满',
    },
  },
)
const id = ref('workPost', '岗位', { required: true })
/** 40-W1: compared with the figures of its first day at work. */
export const publishPost = action('workStudy.workPost.publish', '提交审核', { input: { id }, output: 'none', inScope: true })
export const closePost = action('workStudy.workPost.close', '停止招聘', { permission: publishPost.permission, input: { id }, output: 'none', inScope: true })
export const reopenPost = action('workStudy.workPost.reopen', '恢复招聘', {
  permission: publishPost.permission,
  input: { id, applyTo: datetime('截止报名', { required: true }) },
  output: 'none',
  inScope: true,
})
const ANY = { untyped: 'conditions are trees over any facts' } as const
/** Which recognised level or other facts a post asks for. */
export const setConditions = action('workStudy.workPost.setConditions', '设置条件', {
  input: { id, conditions: json<readonly NamedCondition[]>('条件', { required: true, ...ANY }) },
  output: 'none',
  inScope: true,
  refusals: { most: '最多 {most} 个条件，现在 {count} 个', nameless: '每个条件都要有名称，不能重复' },
})
export const conditionsOfPost = action('workStudy.workPost.conditions', '岗位条件', {
  method: 'GET',
  permission: setConditions.permission,
  input: { id },
  output: { conditions: json<readonly NamedCondition[], { required: true }>('条件', { required: true, ...ANY }) },
})
const need = { required: true } as const
export const HALL_FIELDS = [
  'title',
  'duties',
  'requires',
  'safetyNote',
  'postType',
  'place',
  'hoursPerWeek',
  'payMode',
  'rate',
  'applyTo',
  'workFrom',
  'workTo',
  'difficultyFirst',
] as const
/** 岗位大厅: open posts as a student sees them, those that fit first. */
export const hall = action('workStudy.workPost.hall', '岗位大厅', {
  method: 'GET',
  input: { campusId: ref('campus', '校区'), postType: choice('类型', POST_TYPES), fits: bool('只看适合我的') },
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    unit: text('用工单位', { ...need, max: 60 }),
    campus: text('校区', { max: 60 }),
    ...pickFields(workPost.fields, HALL_FIELDS),
    spans: list('时段', shape('时段', { days: list('星期', integer('星期', need), need), from: text('从', { ...need, max: 5 }), to: text('到', { ...need, max: 5 }) }), need),
    seatsLeft: integer('空余', need),
    /** Share of the post's hours in which the student has no lesson. */
    matchPercent: integer('合适程度', need),
    applicationId: text('我的应聘', { max: 36 }),
  },
})
export const postActions = [publishPost, closePost, reopenPost, setConditions, conditionsOfPost, hall]
