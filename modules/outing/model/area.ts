import { action, bool, choice, datetime, entity, integer, list, ref, shape, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'

/** 20-G7: one question to all students in a region now. */
export const areaNotice = entity(
  'outing.areaNotice',
  '地区安全询问',
  {
    cantonCode: cantonCode('地区', { required: true, immutable: true }),
    region: text('地区名称', { readonly: true, max: 180 }),
    question: text('内容', { required: true, max: 300, multiline: true, search: true }),
    askerId: ref('user', '询问人', { readonly: true }),
    teacherId: ref('teacher', '询问教职工', { readonly: true, secret: 'internal' }),
    departmentId: ref('department', '部门', { readonly: true }),
    askedCount: integer('询问人数', { readonly: true }),
    safeCount: integer('平安', { computed: true }),
    helpCount: integer('需要帮助', { computed: true }),
  },
  { title: 'question', scope: { user: 'askerId', teacher: 'teacherId', department: 'departmentId' }, sort: ['-createdAt'], verbs: ['list', 'export'] },
)
export const REPLIES = { none: '未回复', safe: '平安', help: '需要帮助' } as const
export const areaReply = entity(
  'outing.areaReply',
  '安全回复',
  {
    noticeId: ref('areaNotice', '询问', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    reply: choice('回复', REPLIES, { required: true, readonly: true, initial: 'none' }),
    note: text('说明', { readonly: true, max: 200 }),
    repliedAt: datetime('回复时间', { readonly: true, sortable: true }),
  },
  {
    title: 'reply',
    scope: { student: 'studentId', class: 'studentId.counselledClassId', department: 'studentId.departmentId', campus: 'studentId.campusId' },
    unique: [['noticeId', 'studentId']],
    sort: ['reply', 'repliedAt'],
    verbs: ['list', 'export'],
  },
)
const code = cantonCode('地区', { required: true })
const inArea = {
  studentId: text('学生', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 64 }),
  className: text('班级', { max: 60 }),
  region: text('所在地区', { max: 180 }),
  why: choice('依据', { goingOut: '外出登记', holiday: '节假日去向' }, { required: true }),
} as const
/** Students in a region now, by trips and holiday answers, within the reader's scope. */
export const studentsInArea = action('outing.areaNotice.students', '地区学生', {
  method: 'GET',
  permission: 'outing:areaNotice:ask',
  input: { cantonCode: code },
  many: true,
  output: inArea,
})
export const askArea = action('outing.areaNotice.ask', '询问平安', {
  input: { cantonCode: code, question: text('内容', { required: true, min: 4, max: 300, multiline: true }) },
  output: { id: text('编号', { required: true, max: 36 }), count: integer('人数', { required: true }) },
  refusals: { cantonUnknown: '行政区划里没有代码“{code}”', nobody: '你的学生里现在没有人在{region}' },
})
export const replyArea = action('outing.areaNotice.reply', '回复平安', {
  output: 'none',
  access: 'signedIn',
  input: { id: ref('areaNotice', '询问', { required: true }), isSafe: bool('平安', { required: true }), note: text('说明', { max: 200 }) },
  refusals: { notAsked: '没有这条询问，或它不是发给你的' },
})
export const myAreaNotices = action('outing.areaNotice.mine', '问我的平安', {
  access: 'signedIn',
  method: 'GET',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    region: text('地区', { max: 180 }),
    question: text('内容', { required: true, max: 300 }),
    reply: choice('回复', REPLIES, { required: true }),
    askedAt: datetime('时间', { required: true }),
  },
})
/** Locations of everybody who is out now, for the duty office. */
export const whereNow = action('outing.goingOut.track', '外出追踪', {
  method: 'GET',
  permission: 'outing:goingOut:list',
  output: {
    out: integer('外出中', { required: true }),
    overdue: integer('逾期', { required: true }),
    today: integer('今天应返', { required: true }),
    places: list(
      '地区',
      shape('地区', {
        code: text('代码', { required: true, max: 6 }),
        label: text('名称', { required: true, max: 60 }),
        count: integer('人数', { required: true }),
        cities: list(
          '市',
          shape('市', { code: text('代码', { required: true, max: 6 }), label: text('名称', { required: true, max: 60 }), count: integer('人数', { required: true }) }),
          { required: true },
        ),
      }),
      { required: true },
    ),
  },
})
export const areaActions = [studentsInArea, askArea, replyArea, myAreaNotices, whereNow]
