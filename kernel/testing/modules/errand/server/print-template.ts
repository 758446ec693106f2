import { printTemplate } from '#server/print/layout.ts'
import { errand } from '../model/errand.ts'

export default printTemplate(errand, {
  code: 'errandForm',
  name: '外出办事申请表',
  holder: 'userId',
  paper: 'A5',
  layout: {
    title: '外出办事申请表',
    blocks: [
      { kind: 'grid', fields: ['place', 'days', 'internal', 'state'] },
      { kind: 'signed', title: '审批意见', by: 'opinions' },
    ],
  },
})
