import { definePart } from '#model'
import { punishmentStatistics } from './model/statistics.ts'

/** What follows from a decision that was served: the period, what it bars from, the end of somebody's studies, figures. */
export default definePart({
  code: 'force',
  needs: ['cases'],
  actions: [punishmentStatistics, punishmentStatistics.sheet],
  menus: [{ title: '处分统计', path: '/discipline/statistics', component: 'discipline/StatisticsPage', icon: 'chart-column', of: [punishmentStatistics] }],
  events: ['discipline.effective', 'discipline.executed', 'discipline.ended', 'discipline.revoked'],
  grants: { officer: [punishmentStatistics.permission], college: [punishmentStatistics.permission] },
})
