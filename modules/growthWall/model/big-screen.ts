import type { BigScreen } from '#model'
import { GROWTH_MEASURES } from './measures.ts'

export const GROWTH_SCREEN: BigScreen = {
  code: 'zhcpdatascreenthree',
  path: '/datascreen/zhcpdatascreenthree',
  title: '成长大屏',
  permission: 'growthWall:growthWall:view',
  measures: GROWTH_MEASURES,
}
