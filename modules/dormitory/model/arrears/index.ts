import { myDamages } from '../damage/actions.ts'
import type { Part } from '../part.ts'
import { adjustCharge, arrearsActions, myBills, remindArrears, runCharges } from './actions.ts'
import { lodgingCharge } from './lodging-charge.ts'
import { lodgingStandard } from './lodging-standard.ts'
import { ARREARS_MESSAGES } from './messages.ts'
import { ARREARS_PARAMETERS } from './parameters.ts'
import { roomUtility } from './room-utility.ts'

const LIST = ['dormitory:lodgingCharge:list', 'dormitory:lodgingCharge:export']
const READINGS = ['dormitory:roomUtility:list', 'dormitory:roomUtility:export']

/** Lodging fees charged by month with an explanation for the student, and room meters. */
export const arrears: Part = {
  entities: [lodgingCharge, lodgingStandard, roomUtility],
  subjects: [lodgingCharge],
  actions: arrearsActions,
  menus: [
    { title: '我的住宿费', path: '/dormitory/bills', component: 'dormitory/MyBillsPage', icon: 'receipt', of: [myBills, myDamages] },
    {
      title: '住宿费与水电',
      icon: 'receipt',
      children: [
        { title: '欠费', path: '/dormitory/arrears', component: 'dormitory/ArrearsPage', icon: 'receipt', of: [...LIST, runCharges, adjustCharge, remindArrears] },
        { title: '住宿费标准', path: '/dormitory/standards', component: 'dormitory/LodgingStandardPage', icon: 'tag', of: [lodgingStandard] },
        { title: '水电', path: '/dormitory/utilities', component: 'dormitory/UtilityPage', icon: 'zap', of: [roomUtility] },
      ],
    },
  ],
  messages: Object.values(ARREARS_MESSAGES),
  parameters: ARREARS_PARAMETERS,
  grants: {
    finance: [...LIST, 'dormitory:lodgingCharge:run', 'dormitory:lodgingCharge:adjust', 'dormitory:lodgingCharge:remind', 'dormitory:lodgingStandard:*', ...READINGS],
    officer: [...LIST, 'dormitory:lodgingCharge:remind', 'dormitory:lodgingStandard:list', 'dormitory:roomUtility:*'],
    college: [...LIST, 'dormitory:lodgingCharge:remind'],
    fdy: [...LIST, 'dormitory:lodgingCharge:remind'],
    dormManager: ['dormitory:roomUtility:*'],
    student: ['dormitory:lodgingCharge:mine'],
  },
}
