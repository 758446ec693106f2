import { definePart } from '#model'
import { breakGlass, glassActions, glassRegister, mhBreakGlass } from './model/break-glass.ts'
import { GLASS_MESSAGES } from './model/messages.ts'
import { GLASS_PARAMETERS } from './model/parameters.ts'
import { holdReaders, mhReaderHold } from './model/reader-hold.ts'

/** Emergency access to a case, for a while and with a reason. */
export default definePart({
  code: 'glass',
  needs: ['attention', 'counselling', 'screening'],
  entities: [mhBreakGlass, mhReaderHold],
  actions: [...glassActions, holdReaders],
  menus: [
    { title: '紧急查看', path: '/mentalHealth/glass', component: 'mentalHealth/GlassPage', icon: 'key-round', of: [breakGlass] },
    { title: '紧急查看登记', path: '/mentalHealth/glassRegister', component: 'mentalHealth/GlassRegisterPage', icon: 'scroll-text', of: [glassRegister, holdReaders] },
  ],
  messages: Object.values(GLASS_MESSAGES),
  parameters: GLASS_PARAMETERS,
  grants: {
    officer: [breakGlass.permission],
    college: [breakGlass.permission],
    fdy: [breakGlass.permission],
    psychologist: [glassRegister.permission],
  },
})
