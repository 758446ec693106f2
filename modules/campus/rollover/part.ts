import { definePart } from '#model'
import { ROLLOVER_MESSAGES } from './model/messages.ts'
import { ROLLOVER_PARAMETERS } from './model/parameters.ts'
import { LINE_LIST, rolloverActions, skipLines } from './model/rollover-actions.ts'
import { rolloverLine } from './model/rollover-line.ts'
import { rolloverRun } from './model/rollover-run.ts'

/** The roll-over of a school to the next year: the steps that modules register, their preview, their run, and its undoing. */
export default definePart({
  code: 'rollover',
  entities: [rolloverRun, rolloverLine],
  actions: rolloverActions,
  menus: [{ title: '学年结转', path: '/campus/rollover', component: 'campus/RolloverPage', icon: 'calendar-check', of: [...LINE_LIST, rolloverRun, skipLines] }],
  messages: Object.values(ROLLOVER_MESSAGES),
  todoKinds: { rolloverDue: '学年结转' },
  parameters: ROLLOVER_PARAMETERS,
  events: ['campus.rolledOver'],
  grants: { officer: ['campus:rolloverRun:*', 'campus:rolloverLine:*'], college: LINE_LIST },
})
