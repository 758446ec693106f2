import { defineModule } from '#model'
import applications from './applications/part.ts'
import cases from './cases/part.ts'
import flows from './flows/part.ts'
import notices from './notices/part.ts'
import oversight from './oversight/part.ts'
import rounds from './rounds/part.ts'
import tasks from './tasks/part.ts'

export default defineModule({
  code: 'workflow',
  name: '流程',
  needs: ['system', 'campus', 'student', 'message'],
  menus: [{ title: '流程', icon: 'workflow', domain: 'manage' }],
  // in the order of their menu entries
  parts: [
    cases,
    flows,
    oversight,
    notices,
    rounds,
    applications,
    tasks, //
  ],
  grants: { admin: ['workflow:*'], officer: ['workflow:*'] },
})
