import { action, choice, entity, integer, list, ref, text } from '#model'
import { CLASHES } from './session.ts'

const need = { required: true } as const
export const ROOM_KINDS = { normal: '普通考场', special: '特殊考场', spare: '备用考场' } as const
const seats = integer('座位数', { ...need, min: 1, max: 300, initial: 30 })
const kind = choice('考场类型', ROOM_KINDS, { ...need, initial: 'normal', help: '特殊考场坐需要便利条件的考生，备用考场留给后补的考生' })
/** 考场: a venue of one examination, the same for all its sessions. */
export const examRoom = entity(
  'exam.examRoom',
  '考场',
  {
    batchId: ref('examBatch', '考试批次', { ...need, immutable: true }),
    roomNo: text('考场号', { ...need, max: 3, format: 'digits', search: true, sortable: true }),
    venueId: ref('venue', '场地', need),
    seats,
    layout: text('座位列数', { ...need, max: 60, initial: '7-8-8-7', help: '每列座位数，如 7-8-8-7' }),
    kind,
    invigilatorIds: list('监考老师', ref('teacher', '监考老师', need), { max: 6, help: '至少两人' }),
    seated: integer('已安排', { computed: true }),
  },
  {
    title: 'roomNo',
    scope: {},
    unique: [
      ['batchId', 'roomNo'],
      ['batchId', 'venueId'],
    ],
    select: 'scoped',
    sort: ['roomNo'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...CLASHES,
      layoutForm: '座位列数应写成 7-8-8-7 这样的形式，现在是“{layout}”',
      layoutSum: '座位列数合计 {sum} 座，与座位数 {seats} 不一致',
      sameBatch: '{name}已在 {room} 考场监考',
      twice: '{name}写了两次',
      arranged: '{room} 考场已安排 {count} 名考生，座位和类型不能改，请先清除编排',
      numbers: '考场号只有三位，从 {first} 起编不下 {count} 个',
      venueInBatch: '{venues}已是这次考试的考场',
      noPapers: '这些考场还没有安排考生',
      tooManyPapers: '一次最多打印 {most} 个考场，现在选了 {count} 个',
      noVenueLayout: '请先在场地里填写考试座位和考场列数：{venues}',
    },
  },
)
/** Rooms from venues, with their seats and columns, numbered on from the last. */
export const addRooms = action('exam.examRoom.addMany', '批量添加考场', {
  permission: 'exam:examRoom:add',
  refusals: { ...examRoom.options.refusals },
  input: { batchId: ref('examBatch', '考试批次', need), kind, venueIds: list('场地', ref('venue', '场地', need), { ...need, min: 1, max: 500 }) },
  output: { count: integer('考场数', need) },
})
export const ROOM_PAPERS = { sign: '门贴', labels: '桌贴', attendance: '考勤表', photos: '照片核对表' } as const
/** 门贴、桌贴、考勤表 of each session, 照片核对表, for the day itself. */
export const roomPapers = action('exam.examRoom.papers', '打印考场材料', {
  refusals: { ...examRoom.options.refusals },
  input: {
    ids: list('考场', ref('examRoom', '考场', need), { ...need, min: 1, max: 500 }),
    paper: choice('材料', ROOM_PAPERS, { ...need, initial: 'sign' }),
  },
  output: 'file',
})
