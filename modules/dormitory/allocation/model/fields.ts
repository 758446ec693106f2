import { integer, ref, text } from '#model'
import { planStates } from './plan.ts'

/** Staff of the school and colleges, for students in their scope. */
export const READ_PRESORT = 'dormitory:presortLine:list'
export const READ = { method: 'GET', permission: READ_PRESORT } as const
export const planId = ref('presortPlan', '方案', { required: true })
export const runId = ref('presortRun', '模拟', { required: true })
export const id = text('编号', { required: true, max: 36 })
export const count = (label: string) => integer(label, { required: true })
export const name = (label: string) => text(label, { required: true, max: 200 })
export const state = planStates.field('状态')

/** Metrics of a simulation. */
export const measures = {
  students: count('学生'),
  placed: count('已安排'),
  unplaced: count('未安排'),
  wishesMet: count('互选满足'),
  wishesOf: count('互选'),
  classes: count('班级'),
  classesSplit: count('分在多层的班级'),
  rooms: count('房间'),
  halfEmpty: count('半空房间'),
  mixedRooms: count('混班房间'),
  score: count('平均得分'),
} as const
export const notDone = '第 {runNo} 次模拟还没有完成'
