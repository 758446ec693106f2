import { action, choice, date, decimal, dict, integer, list, money, ref, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { roomType } from '../../places/model/dictionaries.ts'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const key = (label: string) => text(label, { required: true, max: 60 })
const id = (label: string) => text(label, { max: 36 })
const beds = { beds: count('床位数'), occupied: count('已住'), reserved: count('已预留'), locked: count('锁定'), free: count('空床') } as const
/** Bed categories for statistics; together they are all beds. */
export const BED_KINDS = { occupied: '已住', reserved: '已预留', locked: '锁定', free: '空床' } as const
export type BedKind = keyof typeof BED_KINDS

/** 宿舍统计: occupancy, nights, changes and checks within the reader's scope. */
export const dormStatistics = action('dormitory.dormStatistics.read', '宿舍统计', {
  method: 'GET',
  output: {
    sums: shape('床位', beds, required),
    byCampus: list('校区', shape('校区', { id: id('校区'), name: key('校区'), ...beds }), required),
    byDorm: list('楼栋', shape('楼栋', { id: id('楼栋'), name: key('楼栋'), ...beds }), required),
    byType: list('房型', shape('房型', { roomType: text('房型', { max: 40 }), ...beds }), required),
    byGender: list('住宿性别', shape('住宿性别', { gender: text('性别', { max: 10 }), ...beds }), required),
    /** Residents by college. */
    byCollege: list('学院', shape('学院', { id: id('学院'), name: key('学院'), living: count('在住') }), required),
    byMonth: list('月份', shape('月份', { on: date('日期', required), living: count('在住') }), required),
    nights: list('夜晚', shape('夜晚', { date: date('日期', required), present: count('在寝'), late: count('晚归'), absent: count('未归'), excused: count('已请假') }), required),
    since: date('本学期起', required),
    changes: list('调宿', shape('调宿', { reason: text('原因', { required: true, max: 40 }), count: count('次数') }), required),
    violations: list('违纪', shape('违纪', { type: text('类型', { required: true, max: 40 }), count: count('件数') }), required),
    scores: list('卫生', shape('卫生', { week: date('周', required), mean: decimal('平均分', required) }), required),
    /** Today, over a holiday; null without list permission, as are arrears. */
    stayers: integer('留校'),
    arrears: shape('欠费', { charges: count('笔数'), owed: money('欠费', required) }),
  },
})
/** The beds behind a figure: filtered by the same statement. */
export const statisticsBeds = action('dormitory.dormStatistics.beds', '床位名单', {
  method: 'GET',
  permission: dormStatistics.permission,
  input: {
    kind: choice('状态', BED_KINDS),
    campusId: ref('campus', '校区'),
    dormId: ref('dormBuilding', '楼栋'),
    roomType: dict('房型', roomType),
    gender: dict('性别', genderCode),
    page: integer('页', { min: 1, initial: 1 }),
  },
  output: {
    total: count('总数'),
    beds: list(
      '床位',
      shape('床位', {
        id: text('编号', { required: true, max: 36 }),
        fullName: text('床位', { required: true, max: 200 }),
        roomId: text('房间', { required: true, max: 36 }),
        roomType: text('房型', { required: true, max: 40 }),
        gender: text('性别', { max: 10 }),
        kind: choice('状态', BED_KINDS, required),
      }),
      required,
    ),
  },
})
