import { definePart } from '#model'
import { noteTalk, offeredServices, setBlock } from './model/actions.ts'
import { feeTalk } from './model/fee-talk.ts'
import { ARREARS_PARAMETERS } from './model/parameters.ts'
import { serviceBlock } from './model/service-block.ts'

const TALKS = ['fee:feeTalk:list', 'fee:feeTalk:export']
/** Arrears: who owes past the date, what was said about it, and what the school keeps from whoever owes. */
export default definePart({
  code: 'arrears',
  needs: ['bills'],
  entities: [feeTalk, serviceBlock],
  actions: [noteTalk, offeredServices, setBlock],
  menus: [{ title: '欠费', path: '/fee/arrears', component: 'fee/ArrearsPage', icon: 'alarm-clock', of: [...TALKS, noteTalk, setBlock] }],
  parameters: ARREARS_PARAMETERS,
  grants: {
    finance: [...TALKS, setBlock.permission],
    officer: [...TALKS],
    college: [...TALKS, noteTalk.permission],
    fdy: [...TALKS, noteTalk.permission],
  },
})
