import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, datetime, decimal, entity, files, integer, list, ref, shape, states, text } from '#model'

/** 20-L14: an organiser's application for many students; each gets a leave of their own on approval. */
export const leaveTeam = entity(
  'leave.leaveTeam',
  '集体公假',
  {
    teamNo: text('单号', { required: true, readonly: true, max: 30, search: true, sortable: true }),
    title: text('事项', { required: true, max: 100, search: true }),
    typeId: ref('leaveType', '类型', { required: true }),
    organiserId: ref('user', '组织者', { required: true, readonly: true }),
    startAt: datetime('开始', { required: true, sortable: true }),
    endAt: datetime('结束', { required: true, sortable: true }),
    days: decimal('天数', { required: true, readonly: true, precision: 4, scale: 1 }),
    reason: text('事由', { required: true, max: 500, multiline: true }),
    proofs: files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    studentIds: list('学生', ref('student', '学生', { required: true }), { required: true, min: 1, max: 500 }),
    studentCount: integer('人数', { required: true, readonly: true }),
    state: states(SUBMITTED_STATES).field('状态', { sortable: true }),
  },
  {
    title: 'title',
    unique: [['teamNo']],
    scope: { user: 'organiserId', department: 'organiserId.departmentId' },
    select: 'scoped',
    sort: ['-startAt'],
    verbs: ['list', 'export'],
    refusals: {
      order: '结束时间 {to} 不晚于开始时间 {from}',
      unknown: '名单里有 {count} 人不存在或不在你的数据范围内',
      overlap: '{names}在这段时间已有请假，请先从名单里去掉',
      typeOff: '“{name}”已停用，请选其他类型',
      sensitive: '“{name}”的内容敏感，不能集体申请',
    },
  },
)
export const applyTeam = action('leave.leaveTeam.apply', '申请集体公假', {
  input: {
    title: leaveTeam.fields.title,
    typeId: leaveTeam.fields.typeId,
    startAt: leaveTeam.fields.startAt,
    endAt: leaveTeam.fields.endAt,
    reason: leaveTeam.fields.reason,
    proofs: leaveTeam.fields.proofs,
    studentIds: leaveTeam.fields.studentIds,
  },
  output: { id: text('编号', { required: true, max: 36 }), teamNo: text('单号', { required: true, max: 30 }), instanceId: text('流程', { required: true, max: 36 }) },
})
/** Resolves pasted numbers to students, with the conflicts of each. */
export const checkTeam = action('leave.leaveTeam.check', '核对名单', {
  permission: 'leave:leaveTeam:apply',
  input: { studentNos: text('学号', { required: true, max: 20_000 }), startAt: datetime('开始'), endAt: datetime('结束') },
  output: {
    students: list(
      '学生',
      shape('学生', {
        id: text('编号', { required: true, max: 36 }),
        studentNo: text('学号', { max: 20 }),
        name: text('姓名', { required: true, max: 60 }),
        className: text('班级', { max: 60 }),
        clash: text('冲突', { max: 60 }),
      }),
      { required: true },
    ),
    unknown: list('没有找到', text('学号', { required: true, max: 60 }), { required: true }),
  },
})
export const teamActions = [applyTeam, checkTeam]
