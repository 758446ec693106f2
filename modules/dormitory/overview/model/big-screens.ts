import type { BigScreen } from '#model'
import { INSPECT_MEASURES } from './inspect-measures.ts'
import { BIG_MEASURES } from './measures.ts'

export const DORM_SCREEN: BigScreen = {
  code: 'dormBigScreen',
  path: '/datascreen/dormBigScreen',
  title: '宿舍大屏',
  permission: 'dormitory:dormBigScreen:view',
  measures: BIG_MEASURES,
}
export const INSPECT_SCREEN: BigScreen = {
  code: 'dormInspect',
  path: '/datascreen/dormInspect',
  title: '宿舍检查大屏',
  permission: 'dormitory:dormInspect:view',
  measures: INSPECT_MEASURES,
}
