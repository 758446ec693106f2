import { action, bool, choice, datetime, dict, entity, files, integer, list, ref, shape, text } from '#model'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { ROOM_KINDS } from './room.ts'
import { CLASHES } from './session.ts'
import { ZKZH_PATTERN } from './zkzh.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const MOST_SEED = 2_000_000_000
/** 考务安排: the rooms and seats of one examination, and the seed they were drawn from. */
export const examSeating = entity(
  'exam.examSeating',
  '考务安排',
  {
    batchId: ref('examBatch', '考试批次', { ...need, immutable: true }),
    seed: integer('随机种子', { ...readonly, min: 0, max: MOST_SEED }),
    arrangedAt: datetime('编排时间', { ...readonly, sortable: true }),
    arrangedBy: ref('user', '编排人', readonly),
    /** Neighbours of one school that no order could take apart. */
    pairs: integer('同校相邻', { ...readonly, initial: 0 }),
    ticketFrom: datetime('准考证开放', { ...need, sortable: true }),
    ticketTo: datetime('准考证截止', need),
    zkzhPattern: text('准考证号规则', { ...need, max: 60, initial: ZKZH_PATTERN, help: '{yy} 年份后两位、{kind} 考试类型、{room3} 考场号、{seat2} 座位号；考场号和座位号必须有' }),
    refundAfterSeating: bool('排座后退考可退费', { ...need, initial: false }),
    ticketNotice: text('考生须知', { max: 2000, multiline: true, help: '印在准考证上' }),
    ticketMap: files('考点平面图', { maxFiles: 1, types: ['jpg', 'jpeg', 'png'], mostMb: 5, help: '印在准考证上' }),
    /** From then on seats and numbers stay. */
    openedAt: datetime('准考证生成', readonly),
    seated: integer('已安排', { computed: true }),
  },
  {
    title: 'batchId',
    scope: {},
    unique: [['batchId']],
    sort: ['-arrangedAt'],
    verbs: ['list', 'add', 'update', 'export'],
    refusals: {
      ...CLASHES,
      nobody: '“{batch}”还没有报名完成的考生',
      noSession: '“{subject}”还没有场次，{count} 名考生要考',
      ticketWindow: '准考证截止 {to} 不在开放 {from} 之后',
      patternUnknown: '准考证号规则里没有{place}',
      patternLacks: '准考证号规则里缺少{place}',
      patternText: '准考证号只能由数字组成，现在是“{sample}”',
      patternLong: '准考证号最多 {most} 位，现在是 {count} 位',
      patternFixed: '准考证号已经生成，规则不能再改',
      opened: '准考证已在 {at} 生成，座位不能再变，后来的考生用“补排座位”',
      notArranged: '请先编排考场',
      notOpened: '准考证还没有生成，请用“编排考场”',
      invigilators: '{count} 个考场的监考老师不到两人：{rooms}',
      unseated: '{count} 名考生还没有座位，请重新编排',
      nobodyLate: '没有需要补排的考生',
      noTicket: '现在不能打印准考证，开放时间 {from} 至 {to}',
      short: '{kind}有 {seats} 个座位，要安排 {count} 名考生，还差 {missing} 个',
    },
  },
)
const id = ref('examSeating', '考务安排', need)
const count = (label: string) => integer(label, need)
const refusals = { ...examSeating.options.refusals }
/** 30-ER1 */
export const arrangeSeats = action('exam.examSeating.arrange', '编排考场', {
  inScope: true,
  refusals,
  input: { id, seed: integer('随机种子', { min: 0, max: MOST_SEED, help: '同一个种子排出同样的座位；不填由系统定' }) },
  output: { seated: count('安排考生'), rooms: count('用到考场'), pairs: count('同校相邻'), seed: count('随机种子') },
})
export const clearSeats = action('exam.examSeating.clear', '清除编排', { inScope: true, refusals, permission: arrangeSeats.permission, input: { id }, output: 'none' })
/** 30-ER3: gives the numbers, once. */
export const openTickets = action('exam.examSeating.openTickets', '生成准考证', { inScope: true, refusals, input: { id }, output: { count: count('考生') } })
/** 30-ER3: those whose registration was complete only later. */
export const addLate = action('exam.examSeating.addLate', '补排座位', {
  inScope: true,
  refusals,
  permission: openTickets.permission,
  input: { id },
  output: { count: count('考生') },
})
const subjects = list('科目', dict('科目', examSubject, need), need)
const room = shape('考场', { roomNo: text('考场号', need), school: text('毕业学校', need), pairs: list('座位', text('座位', need), need) })
/** Who is to be seated, with what there is to seat them, and the pairs that could not be taken apart. */
export const seatingPlan = action('exam.examSeating.plan', '编排概况', {
  method: 'GET',
  permission: 'exam:examSeating:list',
  inScope: true,
  input: { id },
  output: {
    groups: list('科目组', shape('科目组', { subjects, people: count('考生'), special: count('需要便利条件'), lacking: subjects }), need),
    kinds: list('考场类型', shape('考场类型', { kind: choice('考场类型', ROOM_KINDS, need), rooms: count('考场数'), seats: count('座位数'), people: count('考生') }), need),
    exempt: count('免试考生'),
    rooms: list('同校相邻', room, need),
  },
})
export const seatingActions = [arrangeSeats, clearSeats, openTickets, addLate, seatingPlan]
