import { defineModule } from '#model'
import attention from './attention/part.ts'
import counselling from './counselling/part.ts'
import crisis from './crisis/part.ts'
import disclosure from './disclosure/part.ts'
import figures from './figures/part.ts'
import glass from './glass/part.ts'
import handover from './handover/part.ts'
import screening from './screening/part.ts'
import signals from './signals/part.ts'

/** 心理健康: found early, helped by professionals, each helper knowing just enough (layers ML0 to ML3). */
export default defineModule({
  code: 'mentalHealth',
  name: '心理健康',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'family', 'dormitory'],
  menus: [{ title: '心理健康', icon: 'heart-handshake', domain: 'daily' }],
  parts: [attention, counselling, screening, handover, crisis, disclosure, glass, signals, figures],
})
