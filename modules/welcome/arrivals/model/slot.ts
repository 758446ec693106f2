import { bool, datetime, dict, dictionary, entity, integer, ref, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const transportKind = dictionary('arrivalTransport', '到校方式', [
  ['train', '火车'],
  ['plane', '飞机'],
  ['coach', '长途汽车'],
  ['car', '自驾'],
  ['other', '其他'],
])
/** 到校时段: how many may arrive at a campus in a span of time. */
export const arrivalSlot = entity(
  'welcome.arrivalSlot',
  '到校时段',
  {
    batchId: ref('welcomeBatch', '批次', { required: true, immutable: true }),
    campusId: ref('campus', '校区', { required: true }),
    from: datetime('开始', { required: true, sortable: true }),
    to: datetime('结束', { required: true }),
    capacity: integer('可约人数', { required: true, min: 1, max: 100_000 }),
    taken: integer('已约', { required: true, readonly: true, initial: 0 }),
  },
  {
    title: 'from',
    scope: { everyone: 'spans of time without data of students' },
    unique: [['batchId', 'campusId', 'from']],
    sort: ['from'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      window: '结束 {to} 不晚于开始 {from}',
      below: '已有 {taken} 人约了这个时段，可约人数不能少于它',
      used: '已有 {taken} 人约了这个时段，不能删除',
    },
  },
)
/** 到站登记: when and how one new student arrives. */
export const arrivalPlan = entity(
  'welcome.arrivalPlan',
  '到站登记',
  {
    batchId: ref('welcomeBatch', '批次', { required: true, readonly: true }),
    studentId: ref('student', '新生', { required: true, readonly: true, search: true }),
    slotId: ref('arrivalSlot', '到校时段', { required: true }),
    transport: dict('到校方式', transportKind, { required: true }),
    serviceNo: text('车次或航班', { max: 20 }),
    station: text('到站', { max: 40, help: '如 武汉站、天河机场' }),
    companions: integer('陪同人数', { required: true, initial: 0, min: 0, max: 5 }),
    plate: text('车牌', { max: 12, sensitivity: 'S1', mask: 'whole', help: '自驾进校用，报到结束后删除' }),
    pickUp: bool('需要接站', { required: true, initial: false }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId']],
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-updatedAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      full: '{slot}已约满，最近的空闲时段：{others}',
      fullAll: '{slot}已约满，其他时段也满了，请联系招生办',
      otherBatch: '这个时段不属于“{batch}”',
      past: '{slot}已经过去',
      needsStation: '需要接站的，请填写到站',
    },
  },
)
