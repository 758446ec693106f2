import { action, choice, date, datetime, entity, files, integer, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const engagementStates = states(
  { active: { label: '在岗', tone: 'done' }, ended: { label: '已结束', tone: 'over' } },
  { sign: ['active'], notice: ['active'], end: ['active'], rate: ['active', 'ended'] },
)
export const END_CAUSES = { term: '到期', student: '学生提出', unit: '用工单位提出', leftSchool: '离校', post: '岗位取消' } as const
export type EndCause = keyof typeof END_CAUSES
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

const papers = <const O extends { readonly?: true } = Record<never, never>>(label: string, more: O = {} as O) =>
  files(label, { ...more, maxFiles: 3, types: ['pdf', 'jpg', 'png'], mostMb: 10 })

/** 上岗: a student on a post. */
export const engagement = entity(
  'workStudy.engagement',
  '上岗',
  {
    applicationId: ref('postApplication', '应聘', fixed),
    postId: ref('workPost', '岗位', fixed),
    unitId: ref('employUnit', '用工单位', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    from: date('上岗日期', { ...fixed, sortable: true }),
    to: date('结束日期', { ...readonly, sortable: true }),
    agreementSignedAt: datetime('协议签订时间', readonly),
    agreementFiles: papers('协议', readonly),
    state: engagementStates.field('状态', { initial: 'active', sortable: true }),
    endCause: choice('结束原因', END_CAUSES, readonly),
    endNote: text('说明', { ...readonly, max: 200 }),
    rating: integer('评分', { ...readonly, min: 1, max: 5, sortable: true }),
    ratingNote: text('评语', { ...readonly, max: 300 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    className: text('班级', { computed: true, max: 60 }),
  },
  {
    title: 'studentId',
    scope: { unit: 'unitId', ...BY_STUDENT_OF_COLLEGE },
    sort: ['-from'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      noticeShort: '须提前 {days} 天，最早 {first}',
      noAgreement: '校外单位须先签三方协议',
    },
  },
)
const id = ref('engagement', '上岗', { required: true })
const MANAGE = 'workStudy:engagement:manage'
/** External units: the agreement of school, unit and student. */
export const signAgreement = action('workStudy.engagement.sign', '登记协议', {
  permission: MANAGE,
  input: { id, agreementFiles: papers('协议') },
  output: 'none',
  inScope: true,
})
const ending = { id, to: date('最后一天', { required: true }), note: text('说明', { max: 200 }) } as const
/** 40-W9: either side, with notice. */
export const giveNotice = action('workStudy.engagement.notice', '解约', { permission: MANAGE, input: ending, output: 'none', inScope: true })
export const quitPost = action('workStudy.engagement.quit', '申请离岗', { permission: 'workStudy:postApplication:apply', input: ending, output: 'none' })
/** The office, at once. */
export const endEngagement = action('workStudy.engagement.end', '立即结束', {
  input: { id, note: text('原因', { required: true, max: 200 }) },
  output: 'none',
  inScope: true,
})
export const rateWork = action('workStudy.engagement.rate', '评价', {
  permission: MANAGE,
  input: { id, rating: integer('评分', { required: true, min: 1, max: 5, help: '1 到 5 分' }), ratingNote: text('评语', { max: 300 }) },
  output: 'none',
  inScope: true,
})
export const engagementActions = [signAgreement, giveNotice, quitPost, endEngagement, rateWork]
