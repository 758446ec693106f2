import { action, bool, choice, date, datetime, decimal, integer, list, ref, shape, statistics, text } from '#model'
import { USUAL_MINUTES, WORK_KINDS, workLog } from './work-log.ts'
import { COVERAGES, PERIODS } from './work-quota.ts'

const need = { required: true } as const
const { fields } = workLog
const { refusals = {} } = workLog.options
const count = (label: string) => integer(label, need)
const id = text('编号', { ...need, max: 36 })

/** Three taps: who, kind, words. The server knows whether the words are private. */
export const logWork = action('counsellor.workLog.log', '写日志', {
  input: {
    studentIds: list('学生', ref('student', '学生', need), { max: 60 }),
    classIds: list('班级', ref('stuClass', '班级', need), { max: 20 }),
    kind: choice('类型', WORK_KINDS, need),
    /** Without it the work has just ended. */
    startedAt: datetime('开始'),
    minutes: integer('时长（分钟）', { ...need, initial: USUAL_MINUTES, min: 1, max: 1440 }),
    place: text('地点', { max: 60 }),
    topics: fields.topics,
    isMental: bool('涉及心理健康', { help: '只记下谈过，不记内容；提交后告诉你找谁' }),
    words: text('内容', { max: 2000, multiline: true, help: '谈话、家访和家校联系的内容只有自己看得到' }),
    result: text('结果', { max: 300 }),
    followUpOn: fields.followUpOn,
  },
  output: {
    id,
    isLate: bool('补记', need),
    overlaps: count('时间重叠的记录'),
    /** Whom to turn to where the talk touched mental health. */
    turnTo: text('找谁', { max: 200 }),
  },
  refusals,
})
const drafts = { ids: list('草稿', ref('workLog', '工作日志', need), { ...need, min: 1, max: 200 }) } as const
/** 50-CW3: what the platform saw counts once its author says so. */
export const confirmDrafts = action('counsellor.workLog.confirmDrafts', '确认', { input: drafts, output: 'none', refusals })
export const discardDrafts = action('counsellor.workLog.discardDrafts', '不计', { input: drafts, output: 'none', refusals })
export const followedUp = action('counsellor.workLog.followedUp', '已回访', { input: { id: ref('workLog', '工作日志', need) }, output: 'none', inScope: true })
export const commentWork = action('counsellor.workLog.comment', '点评', {
  input: { id: ref('workLog', '工作日志', need), comment: text('点评', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  inScope: true,
})
const entry = shape('记录', {
  id,
  kind: fields.kind,
  startedAt: datetime('开始', need),
  people: text('对象', { max: 400 }),
  content: text('内容', { max: 2000 }),
  followUpOn: date('回访'),
})
/** The day of a counsellor: what waits for their word, and whom to talk to again. */
export const myWork = action('counsellor.workLog.mine', '我的工作日志', {
  method: 'GET',
  output: { drafts: list('待确认', entry, need), followUps: list('到期回访', entry, need), week: count('近七天登记') },
})
/** 50-CW6: of each class how many were talked to, and of one class who, month by month. */
export const talkCoverage = action('counsellor.workLog.coverage', '谈话覆盖', {
  method: 'GET',
  input: { classId: ref('stuClass', '班级') },
  output: {
    from: date('开始', need),
    classes: list(
      '各班',
      shape('班级', {
        classId: id,
        label: text('班级', { ...need, max: 120 }),
        students: count('学生'),
        talked: count('谈过'),
        never: count('没有谈过'),
        percent: decimal('覆盖率', { precision: 5, scale: 1 }),
      }),
      need,
    ),
    months: list('月份', text('月份', { ...need, max: 7 }), need),
    students: list(
      '学生',
      shape('学生', {
        studentId: id,
        name: text('姓名', { ...need, max: 60 }),
        studentNo: text('学号', { max: 20, format: 'code' }),
        talks: count('次数'),
        byMonth: list('各月', integer('次数', need), need),
        lastOn: date('最近一次'),
        /** A warning about them is open that the reader has on their list. */
        isKey: bool('重点学生', need),
      }),
      need,
    ),
  },
})
/** What is asked of each counsellor in the running month, term and year, and what there is. */
export const workProgress = action('counsellor.workQuota.progress', '定额完成', {
  method: 'GET',
  output: {
    rows: list(
      '定额完成',
      shape('定额', {
        key: text('编号', { ...need, max: 80 }),
        teacherId: id,
        name: text('辅导员', { ...need, max: 60 }),
        college: text('学院', { max: 120 }),
        kind: choice('类型', WORK_KINDS, need),
        period: choice('周期', PERIODS, need),
        coverage: choice('要求', COVERAGES, need),
        from: date('从', need),
        asked: count('应完成'),
        done: count('已完成'),
        lacking: count('还差'),
      }),
      need,
    ),
  },
})
const sums = { logs: count('记录'), talks: count('谈话'), minutes: count('分钟'), late: count('补记') } as const
/** 工作统计 */
export const workStatistics = statistics('counsellor.workLog.statistics', '工作统计', {
  most: 400,
  sums,
  by: { byKind: '类型', byAuthor: '辅导员', byMonth: '月份' },
  more: { students: count('在籍学生'), hoursPer100: decimal('每百名学生小时', { precision: 8, scale: 1 }) },
})
export const logActions = [logWork, confirmDrafts, discardDrafts, followedUp, commentWork, myWork, talkCoverage, workProgress, workStatistics, workStatistics.sheet]
