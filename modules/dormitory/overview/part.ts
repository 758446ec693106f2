import { definePart } from '#model'
import { DORM_SCREEN, INSPECT_SCREEN } from './model/big-screens.ts'
import { dormStatistics, statisticsBeds } from './model/statistics.ts'

const WALLS = [DORM_SCREEN.permission, INSPECT_SCREEN.permission]

/** What dormitories look like as a whole: the statistics page, two big screens, and the page of one student. */
export default definePart({
  code: 'overview',
  needs: ['places', 'stays', 'changes', 'nights', 'checks', 'holidays', 'charges', 'access'],
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
})
