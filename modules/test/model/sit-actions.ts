import { action, bool, choice, datetime, decimal, dict, integer, json, list, ref, rich, shape, text } from '#model'
import { attemptStates, FLAG_KINDS, SUBMIT_WAYS } from './attempt.ts'
import { WAYS } from './correction.ts'
import { testTopic } from './dictionaries.ts'
import type { Given } from './marking.ts'
import { materialShape } from './material.ts'
import { QUESTION_TYPES } from './question.ts'
import { recheckStates } from './recheck.ts'
import { KINDS, WATCHES } from './schedule.ts'
import { SCORINGS } from './timing.ts'

const need = { required: true } as const
const sitting = 'test:testAttempt:start'
const id = ref('testSchedule', '考试', need)
const attemptId = ref('testAttempt', '作答', need)
const device = text('设备', { ...need, min: 8, max: 64, format: 'code' })
const BY_TYPE = 'a text, keys of options or pairs of keys, by the type of the question; the server takes these and no others'
const given = json<Given>('答案', { untyped: BY_TYPE })
const meta = {
  id: text('考试', { ...need, max: 36 }),
  name: text('名称', { ...need, max: 100 }),
  kind: choice('类型', KINDS, need),
  beginTime: datetime('开始', need),
  endTime: datetime('结束', need),
  isOpen: bool('可作答', need),
  minutes: integer('时长', need),
  used: integer('已考次数', need),
  left: integer('剩余次数', need),
  /** Not before that time: the gap between attempts. */
  nextAt: datetime('最早再考'),
  runningId: text('作答中', { max: 36 }),
  isDone: bool('已完成', need),
  score: decimal('成绩'),
  isPassed: bool('合格'),
} as const
/** The tests that ask the caller, those still to be done first. */
export const myTests = action('test.testAttempt.mine', '我的考试', { method: 'GET', permission: sitting, many: true, output: meta })
const tried = shape(
  '作答',
  {
    id: text('作答', { ...need, max: 36 }),
    no: integer('第几次', need),
    startedAt: datetime('开始', need),
    submittedAt: datetime('交卷'),
    submitWay: choice('交卷方式', SUBMIT_WAYS),
    state: attemptStates.field('状态'),
    total: decimal('总分'),
    showsAnswers: bool('可看答案', need),
    voidReason: text('作废原因', { max: 200 }),
    /** A recheck may be asked for until then (60-OT12). */
    recheckUntil: datetime('复核申请截止'),
    recheck: choice('复核', recheckStates.labels),
    recheckAnswer: text('复核答复', { max: 300 }),
  },
  need,
)
export const readRules = action('test.testAttempt.rules', '考试说明', {
  method: 'GET',
  permission: sitting,
  input: { id },
  output: {
    ...meta,
    intro: rich('说明和学习资料'),
    passScore: decimal('合格分', need),
    fullScore: decimal('总分', need),
    questionCount: integer('题数', need),
    scoring: choice('多次成绩', SCORINGS, need),
    lateMinutes: integer('开始后多少分钟不能进'),
    stayMinutes: integer('最早交卷', need),
    extraPercent: integer('延长比例', need),
    watch: list('监考措施', choice('监考措施', WATCHES, need), need),
    leaveLimit: integer('离开几次自动交卷'),
    attempts: list('作答', tried, need),
  },
})
const pictures = list('图片', text('图片', { ...need, max: 36 }), need)
const keyed = shape('选项', { key: text('代号', { ...need, max: 8 }), text: text('文字', { ...need, max: 1000 }) }, need)
const asked = shape(
  '试题',
  {
    no: integer('题号', need),
    section: integer('大题', need),
    type: choice('题型', QUESTION_TYPES, need),
    stem: text('题干', { ...need, max: 4000 }),
    material: materialShape,
    pictures,
    score: decimal('分值', need),
    options: list('选项', keyed, need),
    rights: list('右边', keyed, need),
  },
  need,
)
const kept = shape('答案', { no: integer('题号', need), seq: integer('序号', need), answer: given }, need)
/** Minutes that invigilators gave, and why (60-OT15). */
const extended = { extraMinutes: integer('延长分钟', need), extendReason: text('延长原因', { max: 200 }) } as const
/** What a candidate gets: nothing in it tells which option is right. */
const sheet = {
  attemptId: text('作答', { ...need, max: 36 }),
  scheduleId: text('考试', { ...need, max: 36 }),
  name: text('名称', { ...need, max: 100 }),
  no: integer('第几次', need),
  startedAt: datetime('开始', need),
  deadlineAt: datetime('截止', need),
  now: datetime('现在', need),
  ...extended,
  mayHandInAt: datetime('最早交卷', need),
  watch: list('监考措施', choice('监考措施', WATCHES, need), need),
  leaveLimit: integer('离开几次自动交卷'),
  mark: text('水印', { ...need, max: 80 }),
  /** Taken over too often: without questions until an invigilator lets the candidate go on (60-OT4). */
  isLocked: bool('等监考放行', need),
  sections: list('大题', text('大题', { ...need, max: 60 }), need),
  questions: list('试题', asked, need),
  answers: list('答案', kept, need),
} as const
const ROUND_TRIP = { isUnrecorded: true } as const // repeats change nothing by themselves: a stored answer would only hold the paper once more
const CAMPUS = '“{name}”只能在校园网作答，你现在的地址是 {ip}'
const LOCKED = '你换设备 {n} 次，请监考老师放行后再继续'
export const startTest = action('test.testAttempt.start', '开始作答', {
  ...ROUND_TRIP,
  input: { id, device },
  output: sheet,
  refusals: {
    used: '“{name}”只能考 {n} 次，已经用完',
    gap: '两次之间要隔 {hours} 小时，{next} 以后可以再考',
    passed: '“{name}”你已经合格，不用再考',
    late: '“{name}”开始 {minutes} 分钟后不能进入',
    elsewhere: '你正在另一台设备上作答，要在这里继续吗？那边会变成只读',
    campus: CAMPUS,
    locked: LOCKED,
  },
})
/** Goes on here; the former screen turns read-only at its next save. */
export const takeOver = action('test.testAttempt.takeOver', '在这里继续', {
  ...ROUND_TRIP,
  permission: sitting,
  input: { id, device },
  output: sheet,
  refusals: { none: '没有正在作答的“{name}”', locked: LOCKED, campus: CAMPUS },
})
const held = {
  ended: '这次作答已经结束，不再收答案',
  notHolder: '你已在另一台设备上继续作答，这里只能看',
  locked: LOCKED,
} as const
const sent = list('答案', kept, { ...need, max: 200 })
/** Keeps answers, each with a rising number; without any it only says that the candidate is there. */
export const saveAnswers = action('test.testAttempt.save', '保存答案', {
  ...ROUND_TRIP,
  permission: sitting,
  input: { attemptId, device, answers: sent },
  output: { savedAt: datetime('保存时间', need), deadlineAt: datetime('截止', need), ...extended, isLate: bool('逾时', need) },
  refusals: held,
})
const result = { submittedAt: datetime('交卷时间', need), total: decimal('总分'), isPassed: bool('合格') } as const
/** Final; handing in again answers the same. */
export const handIn = action('test.testAttempt.handIn', '交卷', {
  ...ROUND_TRIP,
  permission: sitting,
  input: { attemptId, device, answers: sent },
  output: result,
  refusals: { ...held, stay: '开考 {minutes} 分钟后才能交卷，还要等到 {at}' },
})
/** The page tells what its measures noticed. */
export const reportFlag = action('test.testAttempt.flag', '上报异常', {
  permission: sitting,
  input: { attemptId, device, kind: choice('种类', FLAG_KINDS, need) },
  output: { leaves: integer('离开次数', need), isHandedIn: bool('已交卷', need) },
})
export const looked = shape(
  '试题',
  {
    no: integer('题号', need),
    type: choice('题型', QUESTION_TYPES, need),
    stem: text('题干', { ...need, max: 4000 }),
    material: materialShape,
    pictures,
    score: decimal('分值', need),
    options: list('选项', keyed, need),
    rights: list('右边', keyed, need),
    answer: given,
    got: decimal('得分'),
    /** Right answer and explanation, once they may be seen. */
    key: text('正确答案', { max: 4000 }),
    explanation: text('解析', { max: 4000 }),
    correctedAs: choice('更正', WAYS),
  },
  need,
)
export const myPaper = action('test.testAttempt.paper', '我的答卷', {
  method: 'GET',
  permission: sitting,
  input: { attemptId },
  output: {
    name: text('名称', { ...need, max: 100 }),
    no: integer('第几次', need),
    total: decimal('总分'),
    questions: list('试题', looked, need),
    topics: list('失分的知识点', dict('知识点', testTopic, need), need),
  },
  refusals: { hidden: '“{name}”的答卷{when}' },
})
/** Practice: questions the caller had wrong, and not right since, of tests whose answers they may see. */
export const myWrong = action('test.testAttempt.wrong', '错题本', {
  method: 'GET',
  permission: sitting,
  many: true,
  output: { name: text('考试', { ...need, max: 100 }), question: looked },
})
export const sitActions = [myTests, readRules, startTest, takeOver, saveAnswers, handIn, reportFlag, myPaper, myWrong]
