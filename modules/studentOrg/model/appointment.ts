import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, bool, choice, date, entity, files, integer, list, type Row, ref, shape, states, text } from '#model'
import { LEVELS, studentOrg, TYPES } from './org.ts'
import { KINDS, RIGHTS, WAYS } from './post.ts'

export const appointmentStates = states(
  {
    ...SUBMITTED_STATES,
    approved: { label: '待就任', tone: 'waiting' },
    publicised: { label: '公示中', tone: 'going' },
    active: { label: '在任', tone: 'done' },
    ended: { label: '已卸任', tone: 'over' },
    removed: { label: '已免职', tone: 'refused' },
    lapsed: { label: '未就任', tone: 'over' },
  },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], finish: ['active'], keepPost: ['active'] },
)
/** States in which somebody has a seat, or is to have it. */
export const LIVE = ['pending', 'returned', 'approved', 'publicised', 'active'] as const
/** Of these, those that may still come to nothing. */
export const COMING = ['pending', 'returned', 'approved', 'publicised'] as const
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const internal = { readonly: true, secret: 'internal' } as const
const form = {
  from: date('任职开始', { ...need, sortable: true }),
  to: date('任职结束', { ...need, sortable: true, help: '不填的到这一届结束' }),
  basis: files('依据', { maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '推荐表、选举记录等；选举产生的岗位要有' }),
  gradesNote: text('成绩核实', { max: 200, help: '学生会任职，系统里没有上学年成绩的，写明怎样核实没有不及格课程' }),
  note: text('说明', { max: 300, multiline: true }),
} as const

/** 任职: one holder of a seat a day, from the proposal to its end. */
export const orgAppointment = entity(
  'studentOrg.orgAppointment',
  '任职',
  {
    orgId: ref('studentOrg', '学生组织', { ...fixed, search: true }),
    termId: ref('orgTerm', '届次', { ...fixed, readonly: true }),
    postId: ref('orgPost', '岗位', fixed),
    seatNo: integer('席位', { ...need, ...readonly, min: 1 }),
    studentId: ref('student', '任职学生', { ...fixed, search: true }),
    ...form,
    way: choice('产生方式', WAYS, { ...need, ...readonly, initial: 'appointment' }),
    state: appointmentStates.field('状态', { initial: 'pending', sortable: true }),
    makerId: ref('user', '提名人', internal),
    /** The day it began: without one nobody ever held the post. */
    begunOn: date('就任日期', readonly),
    endReason: text('结束原因', { ...readonly, max: 200 }),
    /** Why somebody has to look whether the post may be kept. */
    postDoubt: text('任职待核实', { ...readonly, max: 100 }),
    successorsAskedOn: date('已提醒换届', internal),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: { student: 'studentId', class: 'orgId.classId', department: 'orgId.departmentId', teacher: 'orgId.guideId' },
    sort: ['-from'],
    verbs: ['list', 'export'],
    countsUpTo: 20_000,
    refusals: {
      orgOver: '“{org}”{state}，不能任命',
      away: '{name}现在{status}，不能任职',
      barred: '{name}在处分期内，不能担任学生干部',
      outside: '{name}不属于“{org}”的范围，不能任职',
      twice: '{name}已经担任或拟任“{post}”',
      most: '{name}已担任或拟任{posts}，最多 {most} 个',
      chairs: '{name}已经是{post}，主席团成员只能担任一个',
      both: '{name}已经是{post}，班长和团支书不能由一人担任',
      full: '“{post}”的 {seats} 个席位在这段时间已有{holders}',
      reversed: '任职结束 {to} 早于任职开始 {from}',
      past: '任职结束 {to} 已经过去',
      beyondTerm: '第 {no} 届到 {last} 结束，任职不能到 {to}',
      basisMissing: '“{post}”由选举产生，要有选举的依据',
      political: '{name}的政治面貌是{political}，要是党员或团员',
      rank: '{name}上学年专业排名前 {share}%，要在前 {most}%',
      rankUnknown: '{name}没有上学年的专业排名',
      failed: '{name}上学年有 {n} 门课程不及格',
      failedUnknown: '{name}没有上学年的成绩，请在“成绩核实”里写明怎样核实没有不及格课程',
      unfit: '不能批准：{why}',
      openCases: '“{org}”还有 {n} 份任命在办，请稍后再撤销',
    },
  },
)
export type Appointment = Row<typeof orgAppointment>
const id = ref('orgAppointment', '任职', need)
const refusals = orgAppointment.options.refusals ?? {}
const asked = { from: form.from, to: date('任职结束', { help: '不填的到这一届结束' }), basis: form.basis, gradesNote: form.gradesNote, note: form.note }
export const propose = action('studentOrg.orgAppointment.propose', '任命', {
  input: { postId: ref('orgPost', '岗位', need), studentId: ref('student', '任职学生', need), ...asked },
  output: { id },
  refusals,
})
const PROPOSE = propose.permission
export const resubmitAppointment = action('studentOrg.orgAppointment.resubmit', '重新提交', {
  permission: PROPOSE,
  input: { id, ...asked },
  output: 'none',
  inScope: true,
  refusals,
})
export const withdrawAppointment = action('studentOrg.orgAppointment.withdraw', '撤回', { permission: PROPOSE, input: { id }, output: 'none', inScope: true, refusals })
export const ENDINGS = { ended: '卸任', removed: '免职' } as const
export const finishAppointment = action('studentOrg.orgAppointment.finish', '卸任或免职', {
  input: { id, ending: choice('方式', ENDINGS, need), reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals,
})
/** Somebody has looked: the post is kept in spite of the punishment. */
export const keepAppointment = action('studentOrg.orgAppointment.keepPost', '可以继续任职', {
  permission: finishAppointment.permission,
  input: { id },
  output: 'none',
  inScope: true,
  refusals,
})
const name = text('姓名', { max: 64, clear: 'who holds a post represents others, who may know' })
const { fields } = studentOrg
/** 我的组织: who represents the caller, and the caller's own posts with what they allow today. */
export const myOrgs = action('studentOrg.orgAppointment.mine', '我的学生组织', {
  method: 'GET',
  output: {
    posts: list(
      '我的任职',
      shape('任职', {
        id,
        org: fields.name,
        post: text('岗位', { ...need, max: 30 }),
        from: form.from,
        to: form.to,
        state: appointmentStates.field('状态'),
        rights: list('岗位权限', choice('权限', RIGHTS, need), need),
        endReason: orgAppointment.fields.endReason,
      }),
      need,
    ),
    orgs: list(
      '代表我的组织',
      shape('组织', {
        id: ref('studentOrg', '学生组织', need),
        name: fields.name,
        type: choice('类型', TYPES, need),
        level: choice('级别', LEVELS, need),
        guide: text('指导教师', { max: 64, clear: 'a teacher, as the students know them' }),
        posts: list(
          '岗位',
          shape('岗位', {
            id: ref('orgPost', '岗位', need),
            name: text('岗位', { ...need, max: 30 }),
            kind: choice('岗位类别', KINDS, need),
            seats: integer('人数', need),
            holders: list('在任', name, need),
            isMine: bool('本人', need),
          }),
          need,
        ),
      }),
      need,
    ),
  },
})
export const appointmentActions = [propose, resubmitAppointment, withdrawAppointment, finishAppointment, keepAppointment, myOrgs]
