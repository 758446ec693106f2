import { definePart } from '#model'
import { adjustLevel, myLevels } from './model/actions.ts'
import { aidLevelSpan } from './model/span.ts'
import { levelStatistics } from './model/statistics.ts'

const READ = ['hardship:aidLevelSpan:list', 'hardship:aidLevelSpan:export', levelStatistics.permission]

/** Levels of need over time, what the other modules read of them, and their adjustment within the year. */
export default definePart({
  code: 'levels',
  entities: [aidLevelSpan],
  actions: [adjustLevel, myLevels, levelStatistics, levelStatistics.sheet],
  menus: [
    { title: '困难生库', path: '/hardship/levels', component: 'hardship/LevelPage', icon: 'users', of: [aidLevelSpan, adjustLevel] },
    { title: '认定统计', path: '/hardship/statistics', component: 'hardship/HardshipStatisticsPage', icon: 'chart-column', of: [levelStatistics] },
  ],
  events: ['hardship.levelChanged'],
  grants: {
    officer: [...READ, adjustLevel.permission],
    college: READ,
    fdy: READ,
    student: [myLevels.permission],
  },
})
