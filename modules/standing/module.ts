import { defineModule } from '#model'
import changes from './changes/part.ts'
import information from './information/part.ts'
import registration from './registration/part.ts'
import transfers from './transfers/part.ts'

export default defineModule({
  code: 'standing',
  name: '学籍异动与注册',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange'],
  menus: [{ title: '学籍异动', icon: 'arrow-left-right', domain: 'student' }],
  renamedPermissions: { 'student:student:correct': 'standing:infoChange:applyFor', 'student:infoChange:list': 'standing:infoChange:list' },
  parts: [changes, transfers, information, registration],
})
