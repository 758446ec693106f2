import { action, bool, choice, datetime, entity, integer, json, list, money, ref, revealed, shape, states, text } from '#model'
import type { WeekSpan } from '#model/week-spans.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { workPost } from './post.ts'

export const applicationStates = states(
  {
    pending: { label: '待处理', tone: 'waiting' },
    interview: { label: '面试', tone: 'going' },
    offered: { label: '待答复', tone: 'attention' },
    accepted: { label: '已上岗', tone: 'done' },
    declined: { label: '已谢绝', tone: 'over' },
    lapsed: { label: '逾期未答复', tone: 'over' },
    rejected: { label: '未录用', tone: 'refused' },
    withdrawn: { label: '已撤回', tone: 'over' },
  },
  {
    ...{ withdraw: ['pending', 'interview'], invite: ['pending', 'interview'], result: ['interview'], offer: ['pending', 'interview', 'lapsed'] },
    ...{ accept: ['offered'], decline: ['offered'], turnDown: ['pending', 'interview'], opinion: ['pending', 'interview'] },
  },
)
export const FITNESS = { fit: '适合', unfit: '不适合' } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const asked = {
  freeSlots: json<readonly WeekSpan[]>('空闲时段', { untyped: 'spans of a week, checked by the rules' }),
  skills: text('特长', { max: 300, multiline: true }),
  statement: text('自荐', { max: 500, multiline: true }),
} as const

/** 应聘: a student's application for a post. It has what an employer may see (40-W10): no level of hardship, no telephone number. */
export const postApplication = entity(
  'workStudy.postApplication',
  '应聘',
  {
    postId: ref('workPost', '岗位', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** Of the post: its employer reaches the row by it. */
    unitId: ref('employUnit', '用工单位', fixed),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    fdyFit: choice('辅导员意见', FITNESS, readonly),
    fdyOpinion: text('意见说明', { ...readonly, max: 200 }),
    interviewId: ref('postInterview', '面试', readonly),
    result: integer('面试成绩', { ...readonly, min: 0, max: 100, sortable: true }),
    resultNote: text('面试备注', { ...readonly, max: 200 }),
    state: applicationStates.field('状态', { initial: 'pending', sortable: true }),
    offeredAt: datetime('录用时间', readonly),
    offerUntil: datetime('答复期限', { ...readonly, sortable: true }),
    remindAt: datetime('提醒时间', { readonly: true, secret: 'internal' }),
    note: text('说明', { ...readonly, max: 200, translatable: true }),
    matchPercent: integer('时间合适', { computed: true }),
    /** 40-W10: not who comes first, only whether an offer is possible yet. */
    mayOffer: bool('可以录用', { computed: true }),
  },
  {
    title: 'studentId',
    scope: { unit: 'unitId', ...BY_STUDENT_OF_COLLEGE },
    unique: [['postId', 'studentId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      twice: '已经应聘过“{title}”',
      posts: '已有 {n} 个岗位，最多 {most} 个',
      barred: '不能应聘：{reason}',
      unmet: '不符合岗位的条件“{name}”：{why}',
      lapsed: '录用已于 {until} 失效',
      priority: '{until} 以前困难学生优先，现在还不能录用这名学生',
      unfit: '辅导员认为不适合：{why}',
      interviewPost: '这场面试不是“{title}”的',
      interviewFull: '这场面试的 {seats} 个名额已经约满',
    },
  },
)
const own = ownApplication(postApplication, { form: asked, answers: ['state'] })
export const postApplying = {
  apply: own.apply('应聘', { postId: ref('workPost', '岗位', { required: true }) }),
  withdraw: own.withdraw(),
  mine: own.mine(['postId', 'fdyFit', 'offerUntil', 'note', 'result'], {
    also: {
      post: text('岗位', { required: true, max: 60 }),
      unit: text('用工单位', { required: true, max: 60 }),
      place: text('地点', { required: true, max: 100 }),
      payMode: workPost.fields.payMode,
      rate: money('标准', { required: true }),
      interviewAt: datetime('面试时间'),
      interviewPlace: text('面试地点', { max: 100 }),
    },
    verbs: { accept: '接受', decline: '谢绝' },
  }),
}
const id = ref('postApplication', '应聘', { required: true })
const RECRUIT = 'workStudy:postApplication:recruit'
const inUnit = { permission: RECRUIT, inScope: true, output: 'none' } as const
export const inviteApplicant = action('workStudy.postApplication.invite', '邀请面试', {
  ...inUnit,
  input: { id, interviewId: ref('postInterview', '面试', { required: true }) },
})
export const recordResult = action('workStudy.postApplication.result', '登记面试成绩', {
  ...inUnit,
  input: { id, result: integer('面试成绩', { required: true, min: 0, max: 100 }), note: text('备注', { max: 200 }) },
})
export const offerPost = action('workStudy.postApplication.offer', '录用', { ...inUnit, input: { id } })
export const turnDown = action('workStudy.postApplication.turnDown', '不录用', { ...inUnit, input: { id, note: text('原因', { max: 200 }) } })
const mine = { permission: postApplying.apply.permission, output: 'none' } as const
export const acceptOffer = action('workStudy.postApplication.accept', '接受录用', { ...mine, input: { id } })
export const declineOffer = action('workStudy.postApplication.decline', '谢绝录用', { ...mine, input: { id, note: text('原因', { max: 200 }) } })
export const giveOpinion = action('workStudy.postApplication.opinion', '填写意见', {
  input: { id, fdyFit: choice('意见', FITNESS, { required: true }), fdyOpinion: text('说明', { max: 200 }) },
  output: 'none',
  inScope: true,
})
const need = { required: true } as const
const person = {
  id: text('编号', { ...need, max: 36 }),
  name: text('姓名', { ...need, max: 60 }),
  className: text('班级', { max: 60 }),
  skills: asked.skills,
  statement: asked.statement,
  fdyFit: postApplication.fields.fdyFit,
  fdyOpinion: postApplication.fields.fdyOpinion,
  result: postApplication.fields.result,
  resultNote: postApplication.fields.resultNote,
  state: applicationStates.field('状态'),
  offerUntil: postApplication.fields.offerUntil,
  matchPercent: integer('时间合适', need),
  mayOffer: bool('可以录用', need),
} as const
export const BOARD_LANES = { new: '新应聘', interview: '面试', offered: '待答复', onDuty: '在岗' } as const
/** 应聘看板: the applicants of a post by where they stand. */
export const applicantBoard = action('workStudy.postApplication.board', '应聘看板', {
  method: 'GET',
  permission: RECRUIT,
  input: { postId: ref('workPost', '岗位') },
  output: {
    posts: list(
      '岗位',
      shape('岗位', { id: text('编号', { ...need, max: 36 }), title: workPost.fields.title, state: workPost.fields.state, waiting: integer('待处理', need) }),
      need,
    ),
    post: shape('岗位', {
      id: text('编号', { ...need, max: 36 }),
      title: workPost.fields.title,
      headcount: workPost.fields.headcount,
      filled: integer('已占', need),
      state: workPost.fields.state,
    }),
    applicants: list('应聘', shape('应聘', { ...person, lane: choice('栏', BOARD_LANES, need) }), need),
  },
})
/** One of them with all that their employer may know: the telephone number once there is an offer (40-W10). */
export const applicant = action('workStudy.postApplication.applicant', '应聘人', {
  method: 'GET',
  permission: RECRUIT,
  inScope: true,
  input: { id },
  output: { ...person, phone: revealed(student.fields.phone, 'the unit has made an offer to the student, or employs them') },
})
export const applicationActions = [
  ...Object.values(postApplying),
  ...[inviteApplicant, recordResult, offerPost, turnDown, acceptOffer, declineOffer, giveOpinion, applicantBoard, applicant],
]
