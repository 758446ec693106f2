import type { Measures } from '../model/engine/measures.ts'

type Key = Exclude<keyof Measures, 'byClass'>
/** Metrics of simulations; `best` is the better direction. */
export const MEASURES: ReadonlyArray<{ key: Key; label: string; best?: 'high' | 'low'; of?: Key }> = [
  { key: 'unplaced', label: '未安排', best: 'low' },
  { key: 'placed', label: '已安排', of: 'students', best: 'high' },
  { key: 'wishesMet', label: '互选满足', of: 'wishesOf', best: 'high' },
  { key: 'classesSplit', label: '分在多层的班级', of: 'classes', best: 'low' },
  { key: 'mixedRooms', label: '混班房间', best: 'low' },
  { key: 'halfEmpty', label: '半空房间', best: 'low' },
  { key: 'rooms', label: '用到的房间', best: 'low' },
  { key: 'score', label: '平均得分', best: 'high' },
]
