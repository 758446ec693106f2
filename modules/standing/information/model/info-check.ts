import { choice, datetime, entity, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { answerActions } from '#modules/workflow/tasks/model/task-answers.ts'

/** 信息核对: once a year each student says whether the record is right. */
export const infoCheck = entity(
  'standing.infoCheck',
  '信息核对',
  { ...roundFields },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: roundRefusals,
  },
)
export const checkActions = roundActions(infoCheck)
export const RESULTS = { correct: '核对无误', changed: '已申请更正' } as const
const required = { required: true } as const
const said = { result: choice('结果', RESULTS, required), recordVersion: integer('核对的版本', required) } as const
const readonly = { readonly: true } as const

/** 核对结果: what a student said of the record in one check. */
export const infoCheckLine = entity(
  'standing.infoCheckLine',
  '核对结果',
  {
    infoCheckId: ref('infoCheck', '信息核对', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...said,
    confirmedAt: datetime('核对时间', { readonly: true, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['infoCheckId', 'studentId']],
    sort: ['-confirmedAt'],
    verbs: ['list', 'export'],
    refusals: {
      moved: '你核对的内容刚刚有改动，请看过新的内容再确认',
      asked: '“{fields}”的更正还在审批，请选“已申请更正”',
      notAsked: '你没有正在审批的更正申请，请确认无误，或者先申请更正',
    },
  },
)
export const checkTask = taskActions(infoCheck, infoCheckLine, { counts: { correct: integer('核对无误', required), changed: integer('已申请更正', required) } })
/** 30-SI5: “correct”, or what is wrong has been applied for; `recordVersion` is that of the record as it was shown. */
export const ownChecks = answerActions(infoCheck, infoCheckLine, {
  label: '核对信息',
  round: 'infoCheckId',
  form: said,
  shows: { confirmedAt: infoCheckLine.fields.confirmedAt },
})
export const infoCheckActions = [...Object.values(checkActions), ...Object.values(checkTask), ...Object.values(ownChecks)]
