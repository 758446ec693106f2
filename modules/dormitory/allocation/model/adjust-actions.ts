import { action, bool, choice, dict, list, ref, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { count, id, name, notDone, READ, runId } from './fields.ts'

const ADJUST = 'dormitory:presortLine:adjust'
const STANDINGS = { free: '空', mine: '已安排', other: '其他学院', living: '有人住', off: '不安排' } as const
const bed = shape('床位', {
  id,
  bedNo: count('床号'),
  standing: choice('状态', STANDINGS, { required: true }),
  lineId: text('结果', { max: 36 }),
  studentId: text('学生', { max: 36 }),
  name: text('姓名', { max: 60 }),
  className: text('班级', { max: 100 }),
  pinned: bool('固定', { required: true }),
})
export type BedStanding = keyof typeof STANDINGS
/** Result as a map: one building of a simulation, floors as rows. */
export const runMap = action('dormitory.presortRun.map', '分配图', {
  ...READ,
  input: { runId, dormId: ref('dormBuilding', '楼栋') },
  output: {
    dormId: text('楼栋', { max: 36 }),
    dorms: list('楼栋', shape('楼栋', { id, label: name('楼栋'), placed: count('已安排') }), { required: true }),
    floors: list(
      '楼层',
      shape('楼层', {
        id,
        label: name('楼层'),
        rooms: list(
          '房间',
          shape('房间', {
            id,
            roomNo: text('房间', { required: true, max: 20 }),
            genderCode: dict('性别', genderCode),
            granted: text('授予', { max: 300 }),
            beds: list('床位', bed, { required: true }),
          }),
          {
            required: true,
          },
        ),
      }),
      { required: true },
    ),
  },
})
const adjustRefusals = {
  notDone,
  rule: '{name}不能安排到 {bed}：{why}',
  bedOut: '{bed} 不在方案的床位范围里，或已有人',
  others: '{bed} 安排给了其他学院的学生，不能对调',
  pinned: '{bed} 已固定给{holder}，请先取消',
  grant: '这个方案分配的是房间，不能调整学生',
} as const
/** 20-DP7: moves a student to another bed, swapping with its occupant. Manual moves are pinned. */
export const moveLine = action('dormitory.presortLine.move', '调整床位', {
  permission: ADJUST,
  input: { runId, studentId: ref('student', '学生', { required: true }), bedId: ref('dormBed', '床位', { required: true }) },
  output: { swapped: text('对调', { max: 60 }) },
  refusals: adjustRefusals,
})
const lines = list('结果', ref('presortLine', '结果', { required: true }), { required: true, min: 1, max: 500 })
export const pinLines = action('dormitory.presortLine.pin', '固定', {
  permission: ADJUST,
  input: { ids: lines, pinned: bool('固定', { required: true }) },
  output: { done: count('已处理') },
  refusals: adjustRefusals,
})
/** Excludes students from this plan. */
export const excludeLines = action('dormitory.presortLine.exclude', '移出方案', {
  permission: ADJUST,
  input: { ids: lines, note: text('原因', { required: true, max: 100 }) },
  output: { done: count('已移出') },
  refusals: adjustRefusals,
})
export const adjustLines = action('dormitory.presortLine.adjust', '手工调整', {
  method: 'GET',
  input: { runId, studentId: ref('student', '学生', { required: true }) },
  many: true,
  output: { bedId: text('床位', { required: true, max: 36 }), bed: name('床位'), holder: text('现在安排', { max: 60 }), mates: text('室友', { max: 300 }) },
  refusals: adjustRefusals,
})
export const presortAdjustments = [runMap, moveLine, pinLines, excludeLines, adjustLines]
