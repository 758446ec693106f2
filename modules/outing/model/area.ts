import { type Action, action, choice, datetime, entity, integer, list, pickFields, ref, shape, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { answerActions } from '#modules/workflow/tasks/model/task-answers.ts'

/** 20-G7: one question to all students in a region now, as a task that each of them answers. */
export const areaNotice = entity(
  'outing.areaNotice',
  '地区安全询问',
  {
    ...roundFields,
    cantonCode: cantonCode('地区', { required: true, immutable: true }),
    region: text('地区名称', { readonly: true, max: 180 }),
    question: text('内容', { required: true, max: 300, multiline: true, search: true }),
    askerId: ref('user', '询问人', { readonly: true }),
    teacherId: ref('teacher', '询问教职工', { readonly: true, secret: 'internal' }),
    safeCount: integer('平安', { computed: true }),
    helpCount: integer('需要帮助', { computed: true }),
  },
  {
    title: 'question',
    scope: { user: 'askerId', teacher: 'teacherId', department: 'ownerDepartmentId' },
    sort: ['-createdAt'],
    verbs: ['list', 'remove', 'export'],
    refusals: roundRefusals,
  },
)
export const areaNoticeActions = roundActions(areaNotice)
const SAYS = { safe: '平安', help: '需要帮助' } as const
/** Students asked by an earlier version have a row without a reply. */
const REPLIES = { none: '未回复', ...SAYS } as const
const note = text('说明', { max: 200 })
export const areaReply = entity(
  'outing.areaReply',
  '安全回复',
  {
    noticeId: ref('areaNotice', '询问', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    reply: choice('回复', REPLIES, { required: true, initial: 'none' }),
    note,
    repliedAt: datetime('回复时间', { readonly: true, sortable: true }),
  },
  {
    title: 'reply',
    scope: BY_STUDENT,
    unique: [['noticeId', 'studentId']],
    sort: ['reply', 'repliedAt'],
    verbs: ['list', 'export'],
  },
)
/** Who has not replied, and reminding them. */
export const areaTask = taskActions(areaNotice, areaReply, { counts: { safe: integer('平安', { required: true }), help: integer('需要帮助', { required: true }) } })
export const ownAreas = answerActions(areaNotice, areaReply, {
  label: '回复平安',
  round: 'noticeId',
  form: { reply: choice('回复', SAYS, { required: true }), note },
  shows: { reply: areaReply.fields.reply },
  also: pickFields(areaNotice.fields, ['region', 'question']),
})
const code = cantonCode('地区', { required: true })
const inArea = {
  studentId: text('学生', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 64 }),
  className: text('班级', { max: 60 }),
  region: text('所在地区', { max: 180 }),
  why: choice('依据', { goingOut: '外出登记', holiday: '节假日去向' }, { required: true }),
} as const
/** Students in a region now, by trips and holiday answers, within the reader's scope. */
export const studentsInArea = action('outing.areaNotice.students', '地区学生', {
  method: 'GET',
  permission: 'outing:areaNotice:publish',
  input: { cantonCode: code },
  many: true,
  output: inArea,
})
export const askArea = action('outing.areaNotice.ask', '询问平安', {
  permission: 'outing:areaNotice:publish',
  input: { cantonCode: code, question: text('内容', { required: true, min: 4, max: 300, multiline: true }) },
  output: { id: text('编号', { required: true, max: 36 }), count: integer('人数', { required: true }) },
  refusals: { cantonUnknown: '行政区划里没有代码“{code}”', nobody: '你的学生里现在没有人在{region}' },
})
/** Locations of everybody who is out now, for the duty office. */
export const whereNow = action('outing.goingOut.track', '外出追踪', {
  method: 'GET',
  permission: 'outing:goingOut:list',
  output: {
    out: integer('外出中', { required: true }),
    overdue: integer('逾期', { required: true }),
    today: integer('今天应返', { required: true }),
    places: list(
      '地区',
      shape('地区', {
        code: text('代码', { required: true, max: 6 }),
        label: text('名称', { required: true, max: 60 }),
        count: integer('人数', { required: true }),
        cities: list(
          '市',
          shape('市', { code: text('代码', { required: true, max: 6 }), label: text('名称', { required: true, max: 60 }), count: integer('人数', { required: true }) }),
          { required: true },
        ),
      }),
      { required: true },
    ),
  },
})
export const areaActions = [studentsInArea, askArea, whereNow, ...[areaNoticeActions, areaTask, ownAreas].flatMap(of => Object.values<Action>(of))]
