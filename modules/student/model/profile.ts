import { action, bool, choice, date, datetime, decimal, entity, list, ref, shape, text } from '#model'
import { DAY_MS } from '#model/days.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const LIST = 'student:student:list'
export const HAPPENING_TONES = { done: '完成', going: '进行中', attention: '需关注', refused: '异常' } as const
const TONES = { attention: '需关注', refused: '异常' } as const
const id = ref('student', '学生', { required: true })
const part = text('部分', { required: true, max: 60 })

/** A reason to look at a student that somebody has settled: it stays away until its evidence is newer. */
export const settledHint = entity(
  'student.settledHint',
  '已处理的提示',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    hint: text('提示', { required: true, max: 120 }),
    /** Moment or day of the evidence, as the part gave it. */
    appliedAt: text('依据时间', { max: 40 }),
    note: text('说明', { required: true, max: 300 }),
    userId: ref('user', '处理人', { required: true }),
  },
  {
    title: 'note',
    unique: [['studentId', 'hint']],
    scope: BY_STUDENT,
    verbs: [],
  },
)
export const hintKey = (partCode: string, code: string): string => `${partCode}/${code}`
/** Days for which a hint without evidence of its own, such as an incomplete record, stays settled. */
const SETTLED_DAYS = 30
export const isSettled = (done: { appliedAt: string | null; updatedAt: string }, at: string | undefined, now = Date.now()): boolean =>
  at ? (done.appliedAt ?? '') >= at : now - Date.parse(done.updatedAt) < SETTLED_DAYS * DAY_MS

/** Parts of the student profile the reader may see, in the order of the page. */
export const profileParts = action('student.student.profileParts', '学生一张表', {
  method: 'GET',
  input: { id },
  output: { code: part, label: text('名称', { required: true, max: 60 }), isClosed: bool('须填写原因', { required: true }), list: text('名单', { max: 300 }) },
  many: true,
  permission: LIST,
})
const compared = list(
  '数字',
  shape('数字', {
    label: text('名称', { required: true, max: 60 }),
    value: decimal('数值', { required: true, precision: 9, scale: 1 }),
    unit: text('单位', { max: 20 }),
    average: decimal('班级平均', { precision: 9, scale: 1 }),
  }),
  { required: true },
)
const content = {
  numbers: compared,
  lines: list('内容', shape('内容', { label: text('名称', { required: true, max: 60 }), value: text('内容', { required: true, max: 600 }), tone: choice('轻重', TONES) }), {
    required: true,
  }),
  happened: list(
    '时间线',
    shape('事项', {
      at: text('时间', { required: true, max: 40 }),
      title: text('事项', { required: true, max: 300 }),
      note: text('说明', { max: 300 }),
      tone: choice('轻重', HAPPENING_TONES),
    }),
    { required: true },
  ),
}
const NO_PART = { noPart: '没有这一部分，或你没有查看的权限' } as const
/** One part of the profile: its section, and events, newest first. */
export const profilePart = action('student.student.profilePart', '学生一张表的一部分', {
  method: 'GET',
  input: { id, part },
  output: content,
  permission: LIST,
  refusals: { ...NO_PART, closed: '这一部分含敏感信息，请填写原因后查看' },
})
/** A sensitive part; audited with the reason. */
export const openProfilePart = action('student.student.openProfilePart', '查看学生的敏感部分', {
  input: { id, part, reason: text('原因', { required: true, min: 4, max: 200 }) },
  output: content,
  permission: LIST,
  refusals: NO_PART,
})
const WHEREABOUTS = { away: '不在校', lives: '住宿' } as const
/** A student in short: where they are, what needs care, and numbers beside the average of the class. */
export const profileBrief = action('student.student.profileBrief', '学生概况', {
  method: 'GET',
  input: { id },
  output: {
    places: list(
      '去向',
      shape('去向', {
        kind: choice('种类', WHEREABOUTS, { required: true }),
        text: text('去向', { required: true, max: 300 }),
        until: datetime('预计返回'),
        tone: choice('轻重', TONES),
      }),
      { required: true },
    ),
    notable: list(
      '需要关注',
      shape('提示', {
        hint: text('编号', { required: true, max: 120 }),
        title: text('提示', { required: true, max: 300 }),
        at: text('时间', { max: 40 }),
        link: text('依据', { max: 300 }),
        settled: shape('处理', { by: text('处理人', { max: 60 }), note: text('说明', { required: true, max: 300 }), on: datetime('处理时间', { required: true }) }),
      }),
      { required: true },
    ),
    numbers: compared,
    failed: list('取不到的部分', text('部分', { max: 60 }), { required: true }),
  },
  permission: LIST,
})
/** Settles a hint with a note, for everybody who sees it. */
export const settleHint = action('student.student.settleHint', '处理提示', {
  input: { id, hint: text('提示', { required: true, max: 120 }), note: text('说明', { required: true, max: 300, multiline: true }) },
  output: 'none',
  refusals: { noHint: '这条提示已不存在，请刷新' },
})
/** The reader's own mark: a to-do to come back to the student. */
export const followUp = action('student.student.followUp', '标记跟进', {
  input: { id, note: text('跟进什么', { max: 200 }), dueOn: date('哪天提醒') },
  output: 'none',
  permission: settleHint.permission,
  inScope: true,
})
export const endFollowUp = action('student.student.endFollowUp', '结束跟进', { input: { id }, output: 'none', permission: settleHint.permission })
export const myFollowUp = action('student.student.myFollowUp', '我的跟进', {
  method: 'GET',
  input: { id },
  output: { note: text('跟进什么', { max: 500 }), dueAt: datetime('提醒时间') },
  permission: settleHint.permission,
})
