import { action, bool, choice, datetime, entity, integer, json, list, ref, shape, states, text } from '#model'
import { NOTICE_COLUMNS } from './notice-columns.ts'

/** Where people of each realm read what is on public notice. */
export const NOTICE_PAGES = { admin: '/workflow/public-notices', welcome: '/welcome/notices', exam: '/dzks/exame/notices' } as const
export const NOTICE_LEVELS = { class: '本班级', college: '本学院', school: '全校' } as const
export type NoticeLevel = keyof typeof NOTICE_LEVELS
export const publicNoticeStates = states({
  scheduled: { label: '未开始', tone: 'waiting' },
  running: { label: '公示中', tone: 'going' },
  ended: { label: '已结束', tone: 'over' },
  stopped: { label: '已重新公示', tone: 'attention' },
})
export const noticeLineStates = states({
  shown: { label: '公示中', tone: 'going' },
  suspended: { label: '异议处理中', tone: 'attention' },
  cleared: { label: '公示无异议', tone: 'done' },
  removed: { label: '结果已改变', tone: 'refused' },
  replaced: { label: '已转入新公示', tone: 'over' },
})
/** Fields of a round whose results go on public notice, spread beside `roundFields`, so that each batch chooses for itself (40-N1). */
export const noticeFields = {
  noticeLevel: choice('公示范围', NOTICE_LEVELS, { initial: 'college' }),
  noticeColumns: list('公示内容', choice('列', NOTICE_COLUMNS), { max: 6 }),
} as const

/** Who hears objections: the office, the managers of the person's own college, or the admissions office for what it has decided. */
export const HANDLERS = { officer: '学工处', college: '二级学院管理员', admissions: '招生办' } as const
export type HandlerRole = keyof typeof HANDLERS
export const publicNotice = entity(
  'workflow.publicNotice',
  '公示',
  {
    title: text('名称', { required: true, readonly: true, max: 120, search: true }),
    roundType: text('批次类型', { required: true, readonly: true, max: 64 }),
    roundId: text('批次', { required: true, readonly: true, max: 36, format: 'uuid' }),
    level: choice('公示范围', NOTICE_LEVELS, { required: true, readonly: true }),
    columns: json<readonly string[]>('公示内容', { required: true, readonly: true }),
    workdays: integer('工作日', { required: true, readonly: true, min: 1, max: 60 }),
    beginAt: datetime('开始', { required: true, readonly: true, sortable: true }),
    endAt: datetime('结束', { required: true, readonly: true, sortable: true }),
    state: publicNoticeStates.field('状态', { initial: 'running' }),
    endedAt: datetime('结束处理', { readonly: true }),
    departmentId: ref('department', '负责部门', { readonly: true }),
    /** Role that handles objections; `college` means the managers of the person's own college. */
    handlerRole: choice('异议由谁处理', HANDLERS, { required: true, readonly: true, initial: 'officer' }),
    lineCount: integer('人数', { required: true, readonly: true }),
    /** The notice this one replaces after an upheld objection moved somebody up. */
    previousId: ref('publicNotice', '原公示', { readonly: true }),
    /** When shown values, objectors and their files were erased. */
    forgottenAt: datetime('已清除', { readonly: true, secret: 'internal' }),
    openObjections: integer('未办结异议', { computed: true }),
  },
  { title: 'title', scope: { department: 'departmentId' }, select: 'scoped', sort: ['-beginAt'], verbs: ['list'] },
)
export const publicNoticeLine = entity(
  'workflow.publicNoticeLine',
  '公示名单',
  {
    noticeId: ref('publicNotice', '公示', { required: true, readonly: true }),
    bizType: text('业务', { required: true, readonly: true, max: 64 }),
    bizId: text('业务编号', { required: true, readonly: true, max: 36, format: 'uuid' }),
    studentId: ref('student', '学生', { readonly: true }),
    /** Whose result it is, where it is nobody on the roll. */
    userId: ref('user', '账号', { readonly: true, secret: 'internal' }),
    classId: ref('stuClass', '班级', { readonly: true }),
    departmentId: ref('department', '所在学院', { readonly: true }),
    /** Shown values as of the beginning, numbers already masked. */
    shown: json<Readonly<Record<string, string>>>('公示内容', { required: true, readonly: true }),
    state: noticeLineStates.field('状态', { initial: 'shown' }),
  },
  { title: 'bizType', scope: { class: 'classId', department: 'departmentId' }, select: 'scoped', sort: ['createdAt'], verbs: ['list'] },
)
const shownColumn = list('列', shape('列', { key: text('代码', { required: true, max: 40 }), label: text('名称', { required: true, max: 40 }) }), { required: true })
/** 40-N2: notices currently readable for the user. Signed in only. */
export const runningNotices = action('workflow.publicNotice.running', '正在公示', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    id: text('公示', { required: true, max: 36 }),
    title: text('名称', { required: true, max: 120 }),
    level: choice('公示范围', NOTICE_LEVELS, { required: true }),
    beginAt: datetime('开始', { required: true }),
    endAt: datetime('结束', { required: true }),
    workdays: integer('工作日', { required: true }),
    count: integer('我能看到的人数', { required: true }),
    /** Whether the reader is on it. */
    mine: integer('其中本人', { required: true }),
  },
})
export const noticePeople = action('workflow.publicNotice.people', '公示名单', {
  method: 'GET',
  access: 'signedIn',
  input: {
    noticeId: ref('publicNotice', '公示', { required: true }),
    keyword: text('查找', { max: 40 }),
    current: integer('页', { min: 1, max: 10_000 }),
  },
  output: {
    title: text('名称', { required: true, max: 120 }),
    endAt: datetime('结束', { required: true }),
    columns: shownColumn,
    total: integer('人数', { required: true }),
    size: integer('每页', { required: true }),
    lines: list(
      '名单',
      shape('人', {
        id: text('编号', { required: true, max: 36 }),
        values: list('内容', text('值', { max: 200 }), { required: true }),
        isMine: bool('本人', { required: true }),
      }),
      { required: true },
    ),
  },
})
