import { defineModule } from '#model'
import batches from './batches/part.ts'
import items from './items/part.ts'
import records from './records/part.ts'

export default defineModule({
  code: 'award',
  name: '评奖评优',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange', 'money', 'dormitory', 'hardship', 'cqa', 'evidence'],
  menus: [{ title: '评奖评优', icon: 'award', domain: 'aid' }],
  // in the order of their menu entries
  parts: [items, batches, records],
})
