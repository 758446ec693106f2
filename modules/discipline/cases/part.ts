import { definePart } from '#model'
import {
  agreeESign,
  answerDefence,
  defend,
  dismissPunishment,
  issueNotice,
  proposePunishment,
  punishmentActions,
  recordDefence,
  recordDelivery,
  submitPunishment,
} from './model/actions.ts'
import { punishmentCard } from './model/card.ts'
import { caseMaterial, disciplineCase } from './model/case.ts'
import { caseActions, involve, reportCase } from './model/case-actions.ts'
import { documentDelivery } from './model/delivery.ts'
import './model/flow.ts'
import { CASE_MESSAGES } from './model/messages.ts'
import { myPunishments } from './model/my-actions.ts'
import { CASE_PARAMETERS } from './model/parameters.ts'
import { punishment } from './model/punishment.ts'
import { violationRule } from './model/violation-rule.ts'

const read = (name: string) => [`discipline:${name}:list`, `discipline:${name}:export`]
const REVEAL = ['discipline:disciplineCase:reveal', 'discipline:punishment:reveal', 'discipline:caseMaterial:reveal']
const CASE = [...read('disciplineCase'), 'discipline:disciplineCase:update', reportCase.permission, involve.permission]
const MATERIAL = ['discipline:caseMaterial:list', 'discipline:caseMaterial:add', 'discipline:caseMaterial:remove']
const PROPOSE = [proposePunishment, dismissPunishment, submitPunishment, answerDefence, recordDefence].map(a => a.permission)
const SERVE = [issueNotice.permission, recordDelivery.permission]
/** Opens every paper of whoever holds it. */
const PRINT = 'sheet:print:issue'
const STAFF = [...CASE, ...MATERIAL, ...read('punishment'), ...read('documentDelivery'), ...REVEAL]

/** Cases, what is held against each party, notice, defence, decision, and how documents are served. */
export default definePart({
  code: 'cases',
  entities: [violationRule, disciplineCase, caseMaterial, punishment, documentDelivery],
  subjects: [disciplineCase, caseMaterial, punishment],
  actions: [...caseActions, ...punishmentActions, punishmentCard, myPunishments],
  menus: [
    {
      title: '违纪登记',
      path: '/discipline/cases',
      component: 'discipline/CasePage',
      icon: 'triangle-alert',
      of: [...CASE, ...MATERIAL, 'discipline:disciplineCase:reveal', 'discipline:caseMaterial:reveal'],
    },
    {
      title: '处分办理',
      path: '/discipline/punishments',
      component: 'discipline/PunishmentPage',
      icon: 'stamp',
      of: [...read('punishment'), ...PROPOSE, ...SERVE, 'discipline:punishment:reveal', PRINT],
    },
    { title: '送达管理', path: '/discipline/deliveries', component: 'discipline/DeliveryPage', icon: 'mail', of: [...read('documentDelivery'), recordDelivery] },
    { title: '违纪条款', path: '/discipline/rules', component: 'discipline/RulePage', icon: 'scroll-text', of: [violationRule] },
  ],
  messages: Object.values(CASE_MESSAGES),
  parameters: CASE_PARAMETERS,
  grants: {
    officer: ['discipline:violationRule:*', ...STAFF, ...PROPOSE, ...SERVE, PRINT],
    college: ['discipline:violationRule:list', ...STAFF, ...PROPOSE, recordDelivery.permission, PRINT],
    fdy: ['discipline:violationRule:list', ...STAFF, ...PROPOSE, recordDelivery.permission],
    student: [defend.permission, agreeESign.permission],
  },
})
