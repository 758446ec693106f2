import { definePart } from '#model'
import { delegation, processInstance } from '../cases/model/instance.ts'
import { handOver, oversightActions } from './model/oversight.ts'

/** What administrators of the process see and do: monitoring, statistics, handing over, moving tasks of who has left. */
export default definePart({
  code: 'oversight',
  needs: ['flows', 'cases'],
  actions: oversightActions,
  menus: [
    {
      title: '流程监控',
      path: '/workflow/monitor',
      component: 'workflow/MonitorPage',
      icon: 'radar',
      of: [processInstance, 'workflow:processInstance:suspend', 'workflow:processInstance:jump', 'workflow:processInstance:reassign', 'workflow:processInstance:void', handOver],
    },
    { title: '流程统计', path: '/workflow/statistics', component: 'workflow/FlowStatisticsPage', icon: 'chart-column', of: ['workflow:processInstance:statistics'] },
    {
      title: '离岗委托',
      path: '/workflow/delegations',
      component: 'workflow/DelegationPage',
      icon: 'user-round-check',
      of: [delegation],
      service: { category: 'office' },
      own: 'everybody',
    },
  ],
  grants: { college: ['workflow:processInstance:list', 'workflow:processInstance:export', 'workflow:processInstance:statistics'] },
})
