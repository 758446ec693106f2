import { defineModule } from '#model'
import appeals from './appeals/part.ts'
import cases from './cases/part.ts'
import force from './force/part.ts'
import history from './history/part.ts'
import lifting from './lifting/part.ts'
import own from './own/part.ts'

export default defineModule({
  code: 'discipline',
  name: '违纪处分',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'dormitory', 'workStudy'],
  menus: [{ title: '违纪处分', icon: 'stamp', domain: 'student' }],
  parts: [own, cases, appeals, lifting, force, history],
})
