import { action, bool, datetime, entity, integer, list, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const clearanceStates = states(
  { open: { label: '未办', tone: 'attention' }, done: { label: '已办', tone: 'done' }, waived: { label: '免办', tone: 'over' } },
  { tick: ['open'], waive: ['open'], reopen: ['done', 'waived'] },
)
const readonly = { readonly: true } as const
const required = { required: true } as const

/** 离校手续: what a leaver settles with one owner. */
export const graduationClearance = entity(
  'graduation.graduationClearance',
  '离校手续',
  {
    studentId: ref('student', '学生', { required: true, ...readonly, search: true }),
    /** None: the student leaves early. */
    batchId: ref('graduationBatch', '批次', readonly),
    itemId: ref('graduationItem', '事项', { required: true, ...readonly }),
    required: bool('必须完成', { required: true, ...readonly, initial: false }),
    state: clearanceStates.field('状态', { ...readonly, initial: 'open' }),
    doneAt: datetime('办结时间', { ...readonly, sortable: true }),
    byId: ref('user', '办理人', readonly),
    reason: text('原因', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'itemId',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: { declared: '“{name}”由办理部门的业务自动办结，不能手工办理' },
  },
)
const { refusals = {} } = graduationClearance.options
const TICK = 'graduation:graduationClearance:tick'
const MOST = 500
const ids = list('手续', ref('graduationClearance', '离校手续', required), { required: true, min: 1, max: MOST })
const done = { done: integer('项数', required) }
/** Of the school's own items; those that a module declares follow its events. */
export const tickClearance = action('graduation.graduationClearance.tick', '办结', { input: { ids }, output: done, refusals })
export const waiveClearance = action('graduation.graduationClearance.waive', '免办', {
  permission: TICK,
  input: { ids, reason: text('原因', { required: true, max: 200, multiline: true }) },
  output: done,
  refusals,
})
export const reopenClearance = action('graduation.graduationClearance.reopen', '撤销办结', { permission: TICK, input: { ids }, output: done, refusals })
export const myClearance = action('graduation.graduationClearance.mine', '我的离校手续', {
  method: 'GET',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    name: text('事项', { required: true, max: 60 }),
    required: bool('必须完成', required),
    state: clearanceStates.field('状态'),
    doneAt: datetime('办结时间'),
    reason: text('原因', { max: 200 }),
    link: text('去办理', { max: 200 }),
  },
})
export const clearanceProgress = action('graduation.graduationClearance.progress', '离校手续进度', {
  method: 'GET',
  permission: 'graduation:graduationClearance:list',
  output: {
    students: integer('学生', required),
    finished: integer('全部办完', required),
    items: list('事项', shape('事项', { name: text('事项', { required: true, max: 60 }), total: integer('人数', required), open: integer('未办', required) }), required),
  },
})
export const clearanceActions = [tickClearance, waiveClearance, reopenClearance, myClearance, clearanceProgress]
