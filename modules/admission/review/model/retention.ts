import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, entity, files, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const retentionStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
export const RETENTION_CAUSES = { enlistment: '应征入伍', illness: '身体原因', other: '其他' } as const
/** Form fields of the applicant. */
export const asked = {
  cause: choice('原因', RETENTION_CAUSES, { required: true }),
  dischargedOn: date('退役日期', { help: '应征入伍的填写，保留到退役后两年' }),
  until: date('保留到', { help: '应征入伍的不填', sortable: true }),
  reason: text('说明', { required: true, max: 500, multiline: true, sensitivity: 'S2' }),
  proofs: files('证明', { required: true, maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], sensitivity: 'S2' }),
} as const
/** 保留入学资格: asked for by a new student who cannot begin this year (30-AC6). */
export const admissionRetention = entity(
  'admission.admissionRetention',
  '保留入学资格',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    ...asked,
    docNo: text('文号', { max: 60 }),
    state: retentionStates.field('状态', { sortable: true }),
  },
  {
    title: 'cause',
    scope: { ...BY_STUDENT, department: 'departmentId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      notWaiting: '{name}现在{status}，不能申请保留入学资格',
      dischargeMissing: '应征入伍的须填写退役日期',
      untilMissing: '请填写保留到哪天',
      tooLong: '最多保留到 {last}',
      past: '{until} 已经过去',
      open: '你已经申请了保留入学资格',
      docMissing: '批准保留入学资格须填写文号',
    },
  },
)
