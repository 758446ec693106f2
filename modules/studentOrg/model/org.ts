import { action, choice, date, entity, integer, list, type Row, ref, shape, states, text } from '#model'

export const TYPES = {
  studentUnion: '学生会',
  gradUnion: '研究生会',
  leagueBranch: '团支部委员会',
  classCommittee: '班委会',
  dormCommittee: '宿管会',
  volunteerTeam: '志愿服务队',
  other: '其他',
} as const
export type OrgType = keyof typeof TYPES
/** 60-OG1: what the reform opinions regulate. */
export const UNIONS: readonly OrgType[] = ['studentUnion', 'gradUnion']
/** One of a class, or of its branch. */
export const OF_CLASS: readonly OrgType[] = ['classCommittee', 'leagueBranch']
export const LEVELS = { school: '校级', college: '院级', grade: '年级', class: '班级' } as const
export type OrgLevel = keyof typeof LEVELS
export const orgStates = states(
  {
    draft: { label: '筹建', tone: 'waiting' },
    active: { label: '正常', tone: 'done' },
    ended: { label: '已撤销', tone: 'over' },
  },
  { update: ['draft', 'active'], remove: ['draft'], publish: ['draft'], allowBreach: ['draft', 'active'], end: ['active'] },
)
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const

/** 学生组织. What it belongs to never changes: rights and holders of its posts follow it. */
export const studentOrg = entity(
  'studentOrg.studentOrg',
  '学生组织',
  {
    code: text('编号', { ...need, max: 24, format: 'code', search: true, sortable: true }),
    name: text('名称', { ...need, max: 60, search: true, sortable: true }),
    type: choice('类型', TYPES, fixed),
    level: choice('级别', LEVELS, fixed),
    departmentId: ref('department', '所属学院', { immutable: true, help: '院级和年级的要填；班级的按班级填' }),
    grade: integer('年级', { immutable: true, min: 1950, max: 2100, help: '年级的组织要填' }),
    classId: ref('stuClass', '班级', { immutable: true, help: '班委会要填；团支部委员会按团支部填' }),
    leagueBranchId: ref('leagueBranch', '团支部', { immutable: true, help: '团支部委员会要填' }),
    parentId: ref('studentOrg', '上级组织'),
    guideId: ref('teacher', '指导教师', { help: '班级的由辅导员指导，可以不填' }),
    otherGuideIds: list('其他指导教师', ref('teacher', '指导教师', need), { max: 4 }),
    staffCap: integer('编制', { min: 1, max: 500, help: '不填的按学校的规定' }),
    chairCap: integer('主席团人数', { min: 1, max: 20, help: '不填的按学校的规定' }),
    deptCap: integer('部门数', { min: 0, max: 50, help: '不填的按学校的规定' }),
    termMonths: integer('任期（月）', { ...need, min: 1, max: 60, initial: 12 }),
    state: orgStates.field('状态', { initial: 'draft', sortable: true }),
    /** 60-OG1: why the league lets it be published beyond the limits. */
    breachReason: text('超限说明', { ...readonly, max: 300 }),
    endedOn: date('撤销日期', readonly),
    endReason: text('撤销原因', { ...readonly, max: 200 }),
    seats: integer('岗位人数', { computed: true }),
    /** How many limits of the reform rules it passes. */
    breaches: integer('超限', { computed: true }),
  },
  {
    title: 'name',
    scope: { class: 'classId', department: 'departmentId', teacher: 'guideId' },
    unique: [['code']],
    importKey: ['code'],
    select: 'scoped',
    selectFields: ['code', 'type', 'level', 'state'],
    sort: ['level', 'code'],
    refusals: {
      lacks: '{level}组织要填“{field}”',
      surplus: '{level}组织不能填“{field}”',
      typeLevel: '{type}是班级的组织，级别要选“班级”',
      onlyClass: '{type}不是班级的组织，级别不能选“班级”',
      branchClass: '团支部“{branch}”不属于任何班级',
      taken: '“{class}”已经有{type}“{name}”',
      guideTwice: '指导教师“{guide}”填了两次',
      guideGone: '“{guide}”不在职，不能担任指导教师',
      parentSelf: '“{parent}”是“{name}”自己或它的下级，不能作为上级',
      parentEnded: '“{parent}”已撤销，不能作为上级',
      capWide: '{field}最多 {most}，现在 {n}；要超过的，由团委说明理由',
      noPosts: '“{name}”还没有岗位，不能公布',
      breach: '“{name}”超过规定：{breaches}。要公布的，由团委说明理由',
      hasParts: '“{name}”还有 {n} 个下级组织，请先处理',
    },
  },
)
export type StudentOrg = Row<typeof studentOrg>
const id = ref('studentOrg', '学生组织', need)
const refusals = { ...studentOrg.options.refusals, openCases: '“{org}”还有 {n} 份任命在办，请稍后再撤销' }
export const publishOrg = action('studentOrg.studentOrg.publish', '公布', { permission: 'studentOrg:studentOrg:update', input: { id }, output: 'none', inScope: true, refusals })
/** 60-OG1: by the league alone. */
export const allowBreach = action('studentOrg.studentOrg.allowBreach', '说明超限', {
  input: { id, reason: text('理由', { ...need, min: 5, max: 300, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const endOrg = action('studentOrg.studentOrg.end', '撤销', {
  input: { id, reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals,
})
/** 班委会 and 团支部委员会, with their usual posts, of all classes of the caller that have none. */
export const makeForClasses = action('studentOrg.studentOrg.makeForClasses', '为班级建立', {
  permission: 'studentOrg:studentOrg:add',
  output: { committees: integer('班委会', need), branches: integer('团支部委员会', need) },
})
/** What the reform rules count. */
export const CHECKED = {
  staff: '工作人员',
  chairs: '主席团成员',
  depts: '部门',
  kinds: '其他名目的岗位',
  layers: '部门以外的层级',
  duties: '宿舍管理等行政职责',
} as const
export type Checked = keyof typeof CHECKED
/** 60-OG1: the reform's self-check, with actual numbers. */
export const selfCheck = action('studentOrg.studentOrg.selfCheck', '改革自查', {
  method: 'GET',
  permission: 'studentOrg:studentOrg:list',
  many: true,
  output: {
    id,
    name: text('名称', { ...need, max: 60 }),
    type: choice('类型', TYPES, need),
    level: choice('级别', LEVELS, need),
    state: orgStates.field('状态'),
    breachReason: text('超限说明', { max: 300 }),
    items: list('项目', shape('项目', { item: choice('项目', CHECKED, need), count: integer('现有', need), limit: integer('上限', need) }, need), need),
  },
})
export const orgActions = [publishOrg, allowBreach, endOrg, makeForClasses, selfCheck]
