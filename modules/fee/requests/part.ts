import { definePart } from '#model'
import { requestApplication } from './model/application.ts'
import { feeApplication } from './model/fee-application.ts'
import './model/flow.ts'
import { REQUEST_PARAMETERS } from './model/parameters.ts'

const LIST = ['fee:feeApplication:list', 'fee:feeApplication:export']
/** Applications about fees: instalments, deferral, reduction, refund; and what leaving the school gives back. */
export default definePart({
  code: 'requests',
  needs: ['bills', 'orders', 'prices'],
  entities: [feeApplication],
  subjects: [feeApplication],
  actions: Object.values(requestApplication),
  menus: [
    {
      title: '申请缓缴或退费',
      path: '/fee/request',
      component: 'fee/RequestPage',
      icon: 'notebook-pen',
      of: [requestApplication.apply],
      own: 'student',
      service: { title: '缓缴、分期、退费', category: 'money' },
    },
    { title: '我的缴费申请', path: '/fee/requests/mine', component: 'fee/MyRequestsPage', icon: 'clipboard-list', of: [requestApplication.apply], own: 'student' },
    { title: '缴费申请', path: '/fee/requests', component: 'fee/RequestListPage', icon: 'clipboard-list', of: LIST },
  ],
  parameters: REQUEST_PARAMETERS,
  events: ['fee.refundApproved'],
  grants: {
    finance: LIST,
    officer: LIST,
    college: LIST,
    fdy: LIST,
    student: [requestApplication.apply.permission],
  },
})
