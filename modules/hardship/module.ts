import { defineModule } from '#model'
import adjustments from './adjustments/part.ts'
import levels from './levels/part.ts'
import recognition from './recognition/part.ts'
import review from './review/part.ts'

export default defineModule({
  code: 'hardship',
  name: '困难认定',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange', 'money'],
  menus: [{ title: '困难认定', icon: 'hand-heart', domain: 'aid' }],
  parts: [levels, recognition, review, adjustments],
})
