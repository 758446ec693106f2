import type { BigScreen } from '#model'
import type { Part } from '../part.ts'
import { INSPECT_MEASURES } from './inspect-measures.ts'
import { BIG_MEASURES } from './measures.ts'
import { dormStatistics, statisticsBeds } from './statistics.ts'

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
const WALLS = [DORM_SCREEN.permission, INSPECT_SCREEN.permission]

/** Dormitory statistics page and two big screens. */
export const screens: Part = {
  screens: [DORM_SCREEN, INSPECT_SCREEN],
  actions: [dormStatistics, statisticsBeds],
  menus: [{ title: '宿舍统计', path: '/dormitory/statistics', component: 'dormitory/DormStatisticsPage', icon: 'chart-column', of: [dormStatistics, ...WALLS] }],
  pages: [DORM_SCREEN, INSPECT_SCREEN].map(({ code, path, title }) => ({
    path,
    title,
    component: code === 'dormInspect' ? 'dormitory/InspectScreenPage' : 'dormitory/BigScreenPage',
    access: 'open' as const,
    frame: 'bare' as const,
  })),
  parameters: {
    screenLeastRooms: { label: '楼栋评分最少房间', initial: 20, min: 1, max: 500, unit: '间', help: '一周检查的房间不到这个数的楼，不参加大屏上的评分排名' },
  },
  grants: {
    officer: [dormStatistics.permission, ...WALLS],
    college: [dormStatistics.permission],
    dormManager: [dormStatistics.permission, ...WALLS],
  },
}
