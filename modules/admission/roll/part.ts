import { definePart } from '#model'
import { admissionFunnel, answerIntent, rollActions } from './model/actions.ts'
import { admittedStudent } from './model/admitted-student.ts'
import { ROLL_PARAMETERS } from './model/parameters.ts'
import { rollMap } from './model/roll-map.ts'

/** Listed one by one: new students hold permissions of their own. */
const LIST = ['admission:admittedStudent:list', 'admission:admittedStudent:export', 'admission:admittedStudent:reveal']
const KEEP = ['admission:admittedStudent:add', 'admission:admittedStudent:update', 'admission:admittedStudent:import']

/** The roll of the admitted, what they intend, and their accounts of the welcome realm. */
export default definePart({
  code: 'roll',
  entities: [admittedStudent, rollMap],
  subjects: [admittedStudent],
  actions: rollActions,
  menus: [
    { title: '入学确认', path: '/admission/board', component: 'admission/BoardPage', icon: 'chart-column', of: [admissionFunnel] },
    { title: '录取名单', path: '/admission/roll', component: 'admission/RollPage', icon: 'list-checks', of: [...LIST, ...KEEP] },
    { title: '名单对照', path: '/admission/maps', component: 'admission/MapPage', icon: 'table', of: [rollMap] },
    { title: '我的录取', hidden: true, of: [answerIntent] },
  ],
  pages: [{ path: '/welcome/admission', title: '我的录取', component: 'admission/MyAdmissionPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  parameters: ROLL_PARAMETERS,
  events: ['student.admissionChanged'],
  grants: {
    admissions: [...LIST, ...KEEP, admissionFunnel.permission, 'admission:rollMap:*'],
    officer: [...LIST, admissionFunnel.permission],
    college: [...LIST, admissionFunnel.permission],
    fdy: ['admission:admittedStudent:list'],
    newStudent: [answerIntent.permission],
  },
})
