import { definePart } from '#model'
import { CHOICE_MESSAGES } from './model/messages.ts'
import { choiceActions, optionalChoice, optionalOffer, ownChoices } from './model/offer.ts'
import { CHOICE_PARAMETERS } from './model/parameters.ts'

const LIST = ['fee:optionalChoice:list', 'fee:optionalChoice:export']
const OFFERS = 'fee:optionalOffer:*'

/** Optional items: offered by finance, taken or left by students, and owed by whoever takes them. */
export default definePart({
  code: 'choices',
  needs: ['bills', 'prices'],
  entities: [optionalOffer, optionalChoice],
  actions: choiceActions,
  menus: [{ title: '自愿项目', path: '/fee/offers', component: 'fee/OfferPage', icon: 'clipboard-check', of: [optionalOffer, ...LIST] }],
  messages: Object.values(CHOICE_MESSAGES),
  parameters: CHOICE_PARAMETERS,
  grants: {
    finance: [OFFERS, ...LIST],
    officer: ['fee:optionalOffer:list', ...LIST],
    college: ['fee:optionalOffer:list', ...LIST],
    fdy: ['fee:optionalOffer:list', ...LIST],
    student: [ownChoices.answer.permission],
  },
})
