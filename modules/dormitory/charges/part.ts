import { definePart } from '#model'
import { adjustCharge, arrearsActions, myBills, remindArrears, runCharges } from './model/actions.ts'
import { dormDamage } from './model/damage.ts'
import { damageActions, decideDamage, myDamages, recordDamage } from './model/damage-actions.ts'
import { DAMAGE_MESSAGES } from './model/damage-messages.ts'
import { DAMAGE_PARAMETERS } from './model/damage-parameters.ts'
import { lodgingCharge } from './model/lodging-charge.ts'
import { ARREARS_MESSAGES } from './model/messages.ts'
import { ARREARS_PARAMETERS } from './model/parameters.ts'
import { roomUtility } from './model/room-utility.ts'

const LIST = ['dormitory:lodgingCharge:list', 'dormitory:lodgingCharge:export']
const READINGS = ['dormitory:roomUtility:list', 'dormitory:roomUtility:export']
const DAMAGES = ['dormitory:dormDamage:list', 'dormitory:dormDamage:export']
const RUN_DAMAGES = [...DAMAGES, recordDamage.permission, decideDamage.permission]

/** Lodging fees by month with an explanation for the student, room meters, and damages at cost: with photos, notice first, open to objection. */
export default definePart({
  code: 'charges',
  needs: ['places', 'stays'],
  entities: [lodgingCharge, roomUtility, dormDamage],
  subjects: [lodgingCharge],
  actions: [...arrearsActions, ...damageActions],
  menus: [
    {
      title: '我的住宿费',
      path: '/dormitory/bills',
      component: 'dormitory/MyBillsPage',
      icon: 'receipt',
      of: [myBills, myDamages],
      own: 'student',
      service: { title: '住宿费', category: 'money' },
    },
    {
      title: '住宿费与水电',
      icon: 'receipt',
      children: [
        { title: '欠费', path: '/dormitory/arrears', component: 'dormitory/ArrearsPage', icon: 'receipt', of: [...LIST, runCharges, adjustCharge, remindArrears] },
        { title: '水电', path: '/dormitory/utilities', component: 'dormitory/UtilityPage', icon: 'zap', of: [roomUtility] },
      ],
    },
    { title: '损坏赔偿', path: '/dormitory/damages', component: 'dormitory/DamagePage', icon: 'hammer', of: RUN_DAMAGES },
  ],
  messages: [...Object.values(ARREARS_MESSAGES), ...Object.values(DAMAGE_MESSAGES)],
  parameters: { ...ARREARS_PARAMETERS, ...DAMAGE_PARAMETERS },
  events: ['dormitory.lodgingUsed'],
  optionalEvents: ['fee.arrearsChanged', 'fee.deferralChanged', 'fee.paid', 'fee.refunded'],
  grants: {
    finance: [...LIST, 'dormitory:lodgingCharge:run', 'dormitory:lodgingCharge:adjust', 'dormitory:lodgingCharge:remind', ...READINGS, ...DAMAGES],
    officer: [...LIST, 'dormitory:lodgingCharge:remind', 'dormitory:roomUtility:*', ...RUN_DAMAGES],
    college: [...LIST, 'dormitory:lodgingCharge:remind', ...DAMAGES],
    fdy: [...LIST, 'dormitory:lodgingCharge:remind', ...DAMAGES],
    dormManager: ['dormitory:roomUtility:*', ...RUN_DAMAGES],
    student: ['dormitory:lodgingCharge:mine', myDamages.permission],
  },
})
