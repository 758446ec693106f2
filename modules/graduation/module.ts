import { defineModule } from '#model'
import audit from './audit/part.ts'
import certificates from './certificates/part.ts'
import clearance from './clearance/part.ts'

export default defineModule({
  code: 'graduation',
  name: '毕业管理',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange'],
  menus: [{ title: '毕业管理', icon: 'graduation-cap', domain: 'enrolment' }],
  parts: [audit, certificates, clearance],
})
