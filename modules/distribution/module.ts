import { defineModule } from '#model'
import classes from './classes/part.ts'
import numbers from './numbers/part.ts'

export default defineModule({
  code: 'distribution',
  name: '分班与学号',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  menus: [{ title: '分班与学号', icon: 'shuffle', domain: 'student' }],
  parts: [classes, numbers],
})
