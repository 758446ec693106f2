import { action, bool, choice, date, datetime, decimal, integer, json, list, ref, shape, text } from '#model'
import { roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { GRADES } from './items.ts'
import { objectionStates, WEEK_LEVELS } from './record.ts'
import { CHECK_KINDS } from './scheme.ts'
import type { Scored } from './score.ts'

const LIST = 'dormitory:checkRecord:list'
const id = text('编号', { required: true, max: 36 })
const recordId = ref('checkRecord', '检查记录', { required: true })
const taskId = ref('checkTask', '检查任务', { required: true })
const name = (label: string, max = 100) => text(label, { required: true, max })
const count = (label: string) => integer(label, { required: true })
const kind = choice('类别', CHECK_KINDS, { required: true })
const phase = roundPhases.field('进度')
const grade = choice('等级', GRADES)
const score = decimal('得分', { scale: 1, precision: 5 })

/** Cancelled deductions by key; none keeps the score. */
export const answerObjection = action('dormitory.checkRecord.answer', '答复异议', {
  input: {
    id: recordId,
    dropped: list('撤销的扣分', text('扣分', { required: true, max: 160 }), { required: true, max: 200 }),
    answer: text('答复', { required: true, min: 2, max: 500, multiline: true }),
  },
  output: { roomScore: score, objectionState: objectionStates.field('异议') },
  refusals: { notOpen: '{room} 没有待处理的异议', own: '{room} 是你检查的，请由别人答复', unknown: '这次检查里没有扣分“{key}”' },
})
/** One record with its checkers and their findings. */
export const recordCard = action('dormitory.checkRecord.card', '检查详情', {
  method: 'GET',
  permission: LIST,
  input: { id: recordId },
  output: {
    id,
    roomId: name('房间编号', 36),
    room: name('房间', 200),
    task: name('任务'),
    kind,
    checkedAt: datetime('检查时间', { required: true }),
    roomScore: score,
    publicScore: score,
    personalScore: score,
    grade,
    noOneIn: bool('无人', { required: true }),
    refused: bool('拒绝检查', { required: true }),
    scored: json<Scored>('各项得分', { untyped: 'scores of items and persons as the record keeps them' }),
    people: list('学生', shape('学生', { studentId: name('学生', 36), name: name('姓名', 60) }), { required: true }),
    sheets: list(
      '检查表',
      shape('检查表', {
        checker: name('检查人', 64),
        at: datetime('时间', { required: true }),
        note: text('说明', { max: 200 }),
        noOneIn: bool('无人', { required: true }),
        refused: bool('拒绝检查', { required: true }),
      }),
      {
        required: true,
      },
    ),
    deductions: list(
      '扣分',
      shape('扣分', {
        key: name('扣分', 160),
        item: name('项目', 40),
        step: text('扣分项', { max: 40 }),
        who: text('学生', { max: 60 }),
        points: decimal('扣分', { required: true, scale: 1, precision: 5 }),
        isDropped: bool('已撤销', { required: true }),
      }),
      { required: true },
    ),
    photos: list('照片', name('文件', 36), { required: true }),
    objectionState: objectionStates.field('异议'),
    objectionText: text('异议理由', { max: 500 }),
    objectionAnswer: text('异议答复', { max: 500 }),
    mayAnswer: bool('可答复', { required: true }),
  },
})
/** 20-DI10: creates a violation draft from a finding. */
export const violationFromRecord = action('dormitory.checkRecord.draft', '转违纪', {
  permission: 'dormitory:dormViolation:add',
  input: { id: recordId, key: name('扣分', 160) },
  output: { id: text('违纪', { max: 36 }) },
  refusals: { unknown: '这次检查里没有扣分“{key}”', twice: '“{item}”已经登记过违纪' },
})
/** Progress of a task by building and checker. */
export const checkBoard = action('dormitory.checkTask.board', '检查进度', {
  method: 'GET',
  permission: 'dormitory:checkTask:list',
  input: { id: taskId },
  output: {
    id,
    name: name('名称'),
    phase,
    rooms: count('房间'),
    done: count('已查'),
    invalid: count('无效'),
    failed: count('不合格'),
    mean: score,
    dorms: list('楼栋', shape('楼栋', { id, name: name('名称', 200), rooms: count('房间'), done: count('已查'), failed: count('不合格'), mean: score }), { required: true }),
    checkers: list(
      '检查人',
      shape('检查人', {
        id,
        name: name('姓名', 64),
        rooms: count('房间'),
        mean: decimal('平均分', { scale: 1, precision: 5 }),
        /** 20-DI4 */
        deviation: decimal('偏差', { scale: 1, precision: 5 }),
        isFlagged: bool('偏差大', { required: true }),
      }),
      { required: true },
    ),
  },
})
/** Available weeks, and the selected one's results in the reader's scope. */
export const weekSummary = action('dormitory.checkWeek.summary', '周成绩概况', {
  method: 'GET',
  permission: 'dormitory:checkWeek:list',
  input: { week: date('周'), level: choice('排名', WEEK_LEVELS) },
  output: {
    weeks: list('周', date('周', { required: true }), { required: true }),
    week: date('周'),
    publishedAt: datetime('公布时间'),
    rooms: count('房间'),
    checked: count('已查'),
    mean: decimal('平均分', { scale: 2, precision: 6 }),
    failed: count('不合格'),
    trend: list('走势', shape('周', { week: date('周', { required: true }), mean: decimal('平均分', { scale: 2, precision: 6 }) }), { required: true }),
  },
})
export const staffActions = [answerObjection, recordCard, violationFromRecord, checkBoard, weekSummary]
