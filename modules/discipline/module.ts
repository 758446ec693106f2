import { defineModule } from '#model'
import cases from './cases/part.ts'

export default defineModule({
  code: 'discipline',
  name: '违纪处分',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'dormitory'],
  menus: [{ title: '违纪处分', icon: 'stamp', domain: 'student' }],
  parts: [cases],
})
