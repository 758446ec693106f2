import { action, bool, datetime, entity, integer, list, ref, shape, text } from '#model'
import { labourProject } from './project.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const duty = { place: text('地点', { ...need, max: 100 }), work: text('内容', { ...need, max: 200 }), tools: text('工具', { max: 200 }) } as const
export const MOST_GROUPS = 30

/** 劳动周安排: where a group of a labour week works in a session, at what and with which tools. */
export const labourDuty = entity(
  'labour.labourDuty',
  '劳动周安排',
  {
    projectId: ref('labourProject', '项目', fixed),
    sessionId: ref('labourSession', '场次', fixed),
    groupNo: integer('组', { ...fixed, min: 1, max: MOST_GROUPS }),
    ...duty,
    teacherId: ref('teacher', '指导教师', { readonly: true }),
    ownerDepartmentId: ref('department', '负责部门', { readonly: true }),
  },
  {
    title: 'place',
    scope: { department: 'ownerDepartmentId', teacher: 'teacherId' },
    unique: [['sessionId', 'groupNo']],
    verbs: [],
    refusals: {
      notWeek: '“{name}”不是劳动周',
      notOpen: '“{name}”{state}，不能分组安排',
      begun: '“{name}”第一场 {at} 已经开始，不能再重新分组',
      few: '“{name}”有 {students} 人报名，分不成 {groups} 组',
      twice: '“{place}”写了两次：同一时间一个地点只能有一组',
      taken: '“{place}”{from} 至 {to} 已安排给“{name}”第 {group} 组',
      over: '“{name}”{at} 的这一场已经结束，不能再改',
    },
  },
)
const KEEP = 'labour:labourProject:update'
/** As many groups as posts, alike in size and in men and women. Where they rotate each goes to the next post with every session. */
export const planWeek = action('labour.labourDuty.plan', '分组安排', {
  permission: KEEP,
  inScope: true,
  input: {
    projectId: ref('labourProject', '项目', need),
    posts: list('地点和任务', shape('一组的任务', duty), { ...need, min: 1, max: MOST_GROUPS, help: '每个地点一组；人数平均分到各组' }),
    isRotating: bool('各组轮换地点', { ...need, initial: true }),
  },
  output: { groups: integer('组', need), students: integer('学生', need) },
  refusals: labourDuty.options.refusals ?? {},
})
export const changeDuty = action('labour.labourDuty.change', '改这一场', {
  permission: KEEP,
  inScope: true,
  input: { id: ref('labourDuty', '劳动周安排', need), ...duty },
  output: 'none',
  refusals: labourDuty.options.refusals ?? {},
})
/** The whole plan of a labour week: its groups, who is in them, and where each is in every session. */
export const weekPlan = action('labour.labourDuty.week', '劳动周安排', {
  method: 'GET',
  permission: 'labour:labourProject:list',
  input: { projectId: ref('labourProject', '项目', need) },
  output: {
    /** Groups are not made anew any more. */
    hasBegun: bool('已经开始', need),
    enrolled: integer('已报名', need),
    sessions: list('场次', shape('场次', { id: text('编号', { ...need, max: 36 }), start: datetime('开始', need), end: datetime('结束', need) }), need),
    groups: list(
      '组',
      shape('组', {
        no: integer('组', need),
        members: list('成员', text('姓名', { ...need, max: 64 }), need),
        duties: list('任务', shape('任务', { id: text('编号', { ...need, max: 36 }), sessionId: text('场次', { ...need, max: 36 }), ...duty, isOver: bool('已结束', need) }), need),
      }),
      need,
    ),
  },
  refusals: { ...labourProject.options.refusals, notWeek: '“{name}”不是劳动周' },
})
export const weekActions = [planWeek, changeDuty, weekPlan]
