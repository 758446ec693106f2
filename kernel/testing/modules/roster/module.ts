import { defineModule } from '#model'
import { drill, pupil, squad, troop } from './model/roster.ts'

export default defineModule({
  code: 'roster',
  name: '测试名册',
  entities: [squad, pupil, troop, drill],
  menus: [{ title: '测试名册', children: [{ title: '学员', path: '/roster/pupils', component: 'roster/PupilPage', of: [pupil, squad, troop, 'sheet:export:plain'] }] }],
  // Roles with the data scopes all and self, whatever their names in a real school.
  grants: {
    officer: ['roster:*'],
    finance: ['roster:pupil:import', 'roster:pupil:list'],
    student: ['roster:pupil:*', 'roster:squad:list'],
    applicant: ['roster:pupil:list', 'roster:pupil:export'],
  },
})
