import { SUBMITTED_STATES } from '#flow/index.ts'
import { date, decimal, entity, files, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const need = { required: true } as const
const points = { precision: 6, scale: 2, min: 0, max: 9999 } as const
export const asked = {
  itemId: ref('tsItem', '考核项目', need),
  occurredOn: date('日期', { ...need, sortable: true }),
  points: decimal('分值', { ...need, ...points }),
  quantity: decimal('次数或小时', { ...points, min: 0.01, help: '按次数、按小时计分的项目填写' }),
  what: text('做了什么', { ...need, min: 2, max: 200, multiline: true }),
  proofs: files('证明材料', { maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
} as const
export const applicationStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** 加分申请: points that a student asks for. */
export const pointApplication = entity(
  'totalScore.pointApplication',
  '加分申请',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    ...asked,
    total: decimal('合计分值', { required: true, readonly: true, precision: 8, scale: 2 }),
    state: applicationStates.field('状态', { sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'itemId',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      item: '“{item}”现在不能申请',
      late: '“{item}”须在 {days} 天内申请：{day} 的事最晚 {due} 申请',
      noProof: '“{item}”须上传证明材料',
      future: '日期 {day} 还没有到',
      early: '{name} {enrolled} 才入学，日期 {day} 早于入学',
      range: '“{item}”每项 {min} 到 {max} 分，填的是 {points}',
      quantity: '“{item}”按次数或小时计分，请填次数或小时',
      notInScheme: '{name}不属于“{scheme}”的考核范围',
      noTerm: '校历里没有 {day} 所在的学期',
    },
  },
)
