import { definePart } from '#model'
import { importScores, transferActions } from './model/actions.ts'
import { batchActions, batchQualify, batchQuota, majorTransferBatch } from './model/batch.ts'
import { TRANSFER_MESSAGES } from './model/messages.ts'

const LIST = 'standing:majorTransferBatch:list'
const APPLY = 'standing:statusChange:apply'

/** Major transfer in batches: choices, assessment, ranking within quotas, public notice, effect. */
export default definePart({
  code: 'transfers',
  needs: ['changes'],
  entities: [majorTransferBatch],
  actions: [...transferActions, ...Object.values(batchActions), ...Object.values(batchQuota), ...Object.values(batchQualify)],
  menus: [
    { title: '转专业', path: '/standing/transfers', component: 'standing/TransferPage', icon: 'shuffle', of: [majorTransferBatch, importScores] },
    {
      title: '申请转专业',
      path: '/standing/transfer',
      component: 'standing/MyTransferPage',
      icon: 'shuffle',
      of: [APPLY],
      own: 'student',
      service: { title: '转专业', category: 'study' },
    },
  ],
  messages: Object.values(TRANSFER_MESSAGES),
  grants: {
    officer: ['standing:majorTransferBatch:*'],
    college: [LIST, importScores.permission],
    fdy: [LIST],
  },
})
