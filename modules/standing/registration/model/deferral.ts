import { SUBMITTED_STATES } from '#flow/index.ts'
import { date, entity, files, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const deferralStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** Form fields of the applicant. */
export const asked = {
  batchId: ref('registrationBatch', '批次', { required: true }),
  reason: text('事由', { required: true, max: 200, multiline: true }),
  proofs: files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
} as const
/** 暂缓注册: asked for by a student who cannot register in time (30-SG4). */
export const registrationDeferral = entity(
  'standing.registrationDeferral',
  '暂缓注册',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    ...asked,
    state: deferralStates.field('状态', { sortable: true }),
    /** Set with the approval. */
    until: date('暂缓到', { readonly: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'reason',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: { open: '你已经申请了暂缓注册', notOpen: '“{name}”现在不受理', settled: '你已经注册，或者不用注册' },
  },
)
