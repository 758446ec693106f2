import { action, bool, choice, date, datetime, decimal, integer, json, list, ref, shape, text } from '#model'
import type { Fence } from '#model/geo.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { student } from '#modules/student/model/student.ts'
import { EXPECTED, PRESENCE_SOURCES } from '../../stays/model/presence.ts'
import { PRESS } from './actions.ts'
import { DORM_WAYS, NIGHT_WAYS, nightResults, SAYS } from './evidence.ts'
import { handledStates } from './handling.ts'

const WATCH = { method: 'GET', permission: 'dormitory:nightLine:list' } as const
const MINE = { method: 'GET', permission: PRESS } as const
const HANDLE = { method: 'GET', permission: 'dormitory:nightLine:handle' } as const
const id = text('编号', { required: true, max: 36 })
const count = (label: string) => integer(label, { required: true })
const result = nightResults.field('结果')
const night = date('日期', { required: true })
const counts = {
  expected: count('应在寝'),
  present: count('在寝'),
  late: count('晚归'),
  pending: count('未点名'),
  absent: count('未归'),
  excused: count('已请假'),
} as const
const seen = shape('依据', {
  way: choice('方式', NIGHT_WAYS, { required: true }),
  says: choice('所见', SAYS, { required: true }),
  at: datetime('时间', { required: true }),
  by: text('人员', { max: 64 }),
  note: text('说明', { max: 200 }),
})
const pastNight = shape('晚', { nightDate: night, result })
const habit = shape('规律', { weekday: count('星期'), times: count('次'), of: count('共') })

export const GROUPINGS = { dorm: '楼栋', floor: '楼层', class: '班级' } as const
/** State of a night within the reader's scope, by building, floor or class. */
export const nightBoard = action('dormitory.nightLine.board', '晚点名看板', {
  ...WATCH,
  input: { night: date('日期'), by: choice('分组', GROUPINGS), dormId: ref('dormBuilding', '宿舍楼') },
  output: {
    night,
    /** Before noon: it may still change. */
    isTonight: bool('今晚', { required: true }),
    rosterAt: text('名单生成', { required: true, max: 5 }),
    opensAt: datetime('开始'),
    closesAt: datetime('截止'),
    cutOff: datetime('未归时刻'),
    now: datetime('现在', { required: true }),
    conflicts: count('记录不一致'),
    unsettled: count('待处置'),
    ...counts,
    groups: list('分组', shape('分组', { id, label: text('名称', { required: true, max: 200 }), conflicts: count('记录不一致'), ...counts }), { required: true }),
  },
})
/** People of a group, those with problems first. */
export const nightSeats = action('dormitory.nightLine.seats', '晚点名名单', {
  ...WATCH,
  input: {
    night: date('日期', { required: true }),
    dormId: ref('dormBuilding', '宿舍楼'),
    floorId: ref('dormFloor', '楼层'),
    classId: ref('stuClass', '班级'),
    view: choice('范围', { missing: '没有到', conflict: '记录不一致', all: '全部' }, { required: true }),
  },
  many: true,
  output: {
    id,
    studentId: id,
    name: text('姓名', { required: true, max: 60 }),
    studentNo: text('学号', { max: 20 }),
    className: text('班级', { max: 100 }),
    bed: text('床位', { required: true, max: 200 }),
    phone: student.fields.phone,
    expected: choice('应在寝', EXPECTED, { required: true }),
    source: choice('依据', PRESENCE_SOURCES),
    result,
    way: choice('方式', NIGHT_WAYS),
    seenAt: datetime('时间'),
    conflict: bool('记录不一致', { required: true }),
    evidence: list('依据', seen, { required: true }),
  },
})
/** Where a missing student is known to be. */
export const AWAY = { leave: '请假中', leaveOverdue: '请假逾期未归', trip: '外出中', tripOverdue: '外出逾期未归' } as const
const caseHead = {
  id,
  nightDate: night,
  studentId: id,
  name: text('姓名', { required: true, max: 60 }),
  studentNo: text('学号', { max: 20 }),
  className: text('班级', { max: 100 }),
  bed: text('床位', { required: true, max: 200 }),
  phone: student.fields.phone,
  result,
  openedAt: datetime('未归起', { required: true }),
  handledState: handledStates.field('处置'),
  handledAt: datetime('处置时间'),
  handledByName: text('处置人', { max: 64 }),
  handledNote: text('处置说明', { max: 500 }),
  nextStep: text('下一步', { max: 200 }),
  escalation: count('上报'),
  isAfterwards: bool('事后准假', { required: true }),
  /** Nights out in the last thirty, without this one. */
  before: count('近 30 晚未归'),
  away: choice('去向', AWAY),
  awayUntil: datetime('到'),
} as const
export const CASE_VIEWS = { unsettled: '待处置', all: '全部' } as const
/** 20-DN5: cases of the reader's students, highest risk first. */
export const nightCases = action('dormitory.nightLine.cases', '未归处置', {
  ...HANDLE,
  input: { night: date('日期'), view: choice('范围', CASE_VIEWS, { required: true }) },
  output: {
    night,
    collegeMinutes: count('上报学院'),
    officerMinutes: count('上报学工值班'),
    now: datetime('现在', { required: true }),
    cases: list('个案', shape('个案', caseHead), { required: true }),
  },
})
const mate = shape('室友', {
  studentId: id,
  name: text('姓名', { required: true, max: 60 }),
  bedNo: count('床号'),
  phone: student.fields.phone,
  result: nightResults.field('结果', { required: false }),
})
/** Details for following up a case: evidence, previous nights, and roommates. */
export const nightCase = action('dormitory.nightLine.case', '未归个案', {
  ...HANDLE,
  input: { id: ref('nightLine', '归寝记录', { required: true }) },
  output: {
    ...caseHead,
    evidence: list('依据', seen, { required: true }),
    past: list('前几晚', pastNight, { required: true }),
    habits: list('规律', habit, { required: true }),
    mates: list('室友', mate, { required: true }),
    /** 紧急联系人 first, then guardians. */
    contacts: list(
      '家长与紧急联系人',
      shape('联系人', { memberId: text('家庭成员', { max: 36 }), relation: text('关系', { max: 20 }), name: student.fields.emergencyName, phone: familyMember.fields.phone }),
      { required: true },
    ),
  },
})
const MY_STATES = { none: '不住宿', notYet: '名单未生成', ...nightResults.labels } as const
export type MyState = keyof typeof MY_STATES
/** A student's own current and earlier nights. */
export const myNight = action('dormitory.nightLine.mine', '我的晚点名', {
  ...MINE,
  output: {
    night,
    state: choice('状态', MY_STATES, { required: true }),
    rosterAt: text('名单生成', { required: true, max: 5 }),
    dorm: text('宿舍楼', { max: 60 }),
    bed: text('床位', { max: 200 }),
    opensAt: datetime('开始'),
    closesAt: datetime('截止'),
    curfew: datetime('归寝时间'),
    ways: list('方式', choice('方式', Object.fromEntries(DORM_WAYS.map(way => [way, NIGHT_WAYS[way]])) as Record<(typeof DORM_WAYS)[number], string>), { required: true }),
    fences: json<Fence[]>('范围', { untyped: 'circles and polygons' }),
    seenAt: datetime('时间'),
    way: choice('方式', NIGHT_WAYS),
    conflict: bool('记录不一致', { required: true }),
    source: choice('不在寝依据', PRESENCE_SOURCES),
    /** End of the excuse. */
    until: datetime('到'),
    now: datetime('现在', { required: true }),
    past: list('最近', pastNight, { required: true }),
    lateCount: count('近 30 晚晚归'),
    outCount: count('近 30 晚未归'),
    /** For a room head: residents expected tonight. */
    room: text('我管的寝室', { max: 200 }),
    mates: list('室友', shape('室友', { studentId: id, name: text('姓名', { required: true, max: 60 }), bedNo: count('床号'), result, isSelf: bool('本人', { required: true }) }), {
      required: true,
    }),
  },
})
const resident = shape('住宿生', {
  studentId: id,
  name: text('姓名', { required: true, max: 60 }),
  bedNo: count('床号'),
  expected: choice('应在寝', EXPECTED, { required: true }),
  result,
})
const room = shape('房间', {
  id,
  roomNo: text('房间号', { required: true, max: 20 }),
  floorName: text('楼层', { required: true, max: 20 }),
  residents: list('住宿生', resident, { required: true }),
  /** The last tick of this night by anybody. */
  tickedAt: datetime('查寝时间'),
  tickedBy: text('查寝人', { max: 64 }),
  out: list('不在', text('学生', { max: 36 }), { required: true }),
  late: list('晚归', text('学生', { max: 36 }), { required: true }),
})
/** Data for an offline patrol: the rooms of a building and tonight's residents. */
export const patrolRooms = action('dormitory.dormPatrol.rooms', '查寝名单', {
  method: 'GET',
  permission: 'dormitory:dormPatrol:patrol',
  input: { dormId: ref('dormBuilding', '宿舍楼') },
  output: {
    night,
    dormId: text('宿舍楼', { max: 36 }),
    dorms: list('宿舍楼', shape('宿舍楼', { id, name: text('名称', { required: true, max: 200 }), isPatrolled: bool('查寝', { required: true }) }), { required: true }),
    rosterAt: text('名单生成', { required: true, max: 5 }),
    curfew: datetime('归寝时间'),
    rooms: list('房间', room, { required: true }),
  },
})
const rated = { ...counts, rate: decimal('归寝率', { precision: 4, scale: 1 }) } as const
const group = (label: string) => shape(label, { id: text('编号', { max: 36 }), label: text('名称', { required: true, max: 200 }), ...rated })
/** Totals over a range of nights. */
export const nightStatistics = action('dormitory.nightCount.statistics', '归寝统计', {
  method: 'GET',
  input: { from: date('开始', { required: true }), to: date('结束', { required: true }), dormId: ref('dormBuilding', '宿舍楼') },
  output: {
    nights: count('晚数'),
    ...rated,
    cases: count('未归个案'),
    afterwards: count('事后准假'),
    handled: count('已处置'),
    meanMinutes: integer('平均处置（分钟）'),
    byDorm: list('楼栋', group('楼栋'), { required: true }),
    byClass: list('班级', group('班级'), { required: true }),
    byWeekday: list('星期', shape('星期', { weekday: count('星期'), ...rated }), { required: true }),
    byNight: list('每晚', shape('每晚', { nightDate: night, ...rated }), { required: true }),
    longest: list(
      '最久未处置',
      shape('个案', {
        id,
        nightDate: night,
        name: text('姓名', { required: true, max: 60 }),
        className: text('班级', { max: 100 }),
        minutes: count('分钟'),
        isOpen: bool('未处置', { required: true }),
      }),
      {
        required: true,
      },
    ),
  },
  refusals: { order: '结束日期 {to} 早于开始日期 {from}', long: '一次最多统计 {most} 天，现在选了 {days} 天' },
})
export const readingActions = [nightBoard, nightSeats, nightCases, nightCase, myNight, patrolRooms, nightStatistics]
