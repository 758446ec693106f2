import type { BigScreen } from '#model'
import { COMPARISON_MEASURES } from './comparison-measures.ts'
import { PROGRESS_MEASURES } from './progress-measures.ts'

export const PROGRESS_SCREEN: BigScreen = {
  code: 'zhcpdatascreenone',
  path: '/datascreen/zhcpdatascreenone',
  title: '综合测评进度大屏',
  permission: 'cqa:cqaProgressWall:view',
  measures: PROGRESS_MEASURES,
}
export const COMPARISON_SCREEN: BigScreen = {
  code: 'zhcpdatascreentwo',
  path: '/datascreen/zhcpdatascreentwo',
  title: '综合测评对比大屏',
  permission: 'cqa:cqaComparisonWall:view',
  measures: COMPARISON_MEASURES,
}
