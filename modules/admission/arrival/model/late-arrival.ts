import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, entity, files, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const lateStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
export const LATE_CAUSES = { illness: '生病', family: '家庭原因', traffic: '交通原因', other: '其他' } as const
/** Form fields of the applicant. */
export const asked = {
  until: date('延期到', { required: true, sortable: true }),
  cause: choice('原因', LATE_CAUSES, { required: true }),
  reason: text('说明', { required: true, max: 500, multiline: true }),
  proofs: files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
} as const
/** 延期报到: asked for by a new student who cannot arrive in time (30-AC3). */
export const lateArrival = entity(
  'admission.lateArrival',
  '延期报到',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    ...asked,
    state: lateStates.field('状态', { sortable: true }),
  },
  {
    title: 'reason',
    scope: { ...BY_STUDENT, department: 'departmentId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      notOnRoll: '没有你的录取信息，请联系招生办',
      notWaiting: '现在是“{state}”，不用申请延期报到',
      noDates: '学校还没有公布报到时间',
      over: '报到已在 {on} 截止，不能再申请延期',
      tooSoon: '{until} 在报到截止 {on} 以前，不用申请延期',
      tooLong: '最多延期 {days} 天，到 {last}',
      open: '你已经申请了延期报到',
    },
  },
)
