import { definePart } from '#model'
import { applyChangeFor, changeActions, executeChanges } from './model/actions.ts'
import { changeApplication } from './model/application.ts'
import { boardActions, swapBoard } from './model/board-actions.ts'
import { dormChange } from './model/dorm-change.ts'
import './model/flow.ts'
import { executeMass, massActions } from './model/mass-actions.ts'
import { massMove, massMoveLine } from './model/mass-move.ts'
import { CHANGE_MESSAGES } from './model/messages.ts'
import { CHANGE_PARAMETERS } from './model/parameters.ts'
import { foundMoved } from './model/private-move.ts'
import { swapPost, swapWish } from './model/swap-post.ts'

/** Listed one by one: applying has pages of its own, else students would be granted the list as well. */
const LIST = ['dormitory:dormChange:list', 'dormitory:dormChange:export', 'dormitory:dormChange:reveal']

const MASS = ['dormitory:massMove:list', 'dormitory:massMoveLine:list', 'dormitory:massMoveLine:import', 'dormitory:massMoveLine:remove']

/** Bed changes of residents: requested, swapped, or ordered for many by list. */
export default definePart({
  code: 'changes',
  needs: ['places', 'stays', 'charges', 'nights', 'checks'],
  entities: [dormChange, massMove, massMoveLine, swapPost, swapWish],
  subjects: [dormChange],
  actions: [...changeActions, ...massActions, ...boardActions, foundMoved],
  menus: [
    {
      title: '申请调宿',
      path: '/dormitory/change/apply',
      component: 'dormitory/ChangeApplyPage',
      icon: 'arrow-left-right',
      of: [changeApplication.apply],
      own: 'student',
      service: { title: '调宿', category: 'life' },
    },
    { title: '我的调宿', path: '/dormitory/change/mine', component: 'dormitory/ChangeMinePage', icon: 'bed-single', of: [changeApplication.apply], own: 'student' },
    {
      title: '换宿广场',
      path: '/dormitory/change/board',
      component: 'dormitory/SwapBoardPage',
      icon: 'repeat-2',
      of: [swapBoard],
      own: 'student',
      service: { category: 'life' },
    },
    {
      title: '调宿',
      icon: 'arrow-left-right',
      children: [
        { title: '调宿管理', path: '/dormitory/changes', component: 'dormitory/ChangePage', icon: 'arrow-left-right', of: [...LIST, executeChanges, applyChangeFor] },
        { title: '批量调宿', path: '/dormitory/mass-move', component: 'dormitory/MassMovePage', icon: 'shuffle', of: [...MASS, executeMass] },
      ],
    },
  ],
  messages: Object.values(CHANGE_MESSAGES),
  parameters: CHANGE_PARAMETERS,
  events: ['dormitory.roomChanged'],
  grants: {
    officer: [...LIST, 'dormitory:dormChange:execute', 'dormitory:dormChange:applyFor', ...MASS, 'dormitory:massMove:execute'],
    college: LIST,
    fdy: LIST,
    bzr: ['dormitory:dormChange:list'],
    dormManager: ['dormitory:dormChange:list', 'dormitory:dormChange:export', 'dormitory:dormChange:execute', 'sheet:print:issue'],
    student: ['dormitory:dormChange:apply', 'dormitory:swapPost:board'],
  },
})
