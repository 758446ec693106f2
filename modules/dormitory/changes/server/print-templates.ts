import { printTemplate } from '#server/print/layout.ts'
import { dormChange } from '../model/dorm-change.ts'

/** 调宿单: print template shown at both desks, with the approvals. */
export default printTemplate(dormChange, {
  code: 'dormChange',
  name: '调宿单',
  holder: 'studentId',
  paper: 'A5',
  layout: {
    title: '学生调宿单',
    blocks: [
      {
        kind: 'grid',
        columns: 2,
        fields: ['changeNo', 'state', 'studentId', 'studentNo', 'departmentId', 'classId', 'fromBedId', 'toBedId', 'type', 'peerId', 'reason', 'effectiveDate', 'executedAt'],
      },
      { kind: 'signed', by: 'opinions' },
      { kind: 'text', text: '请持本单到原宿舍楼交还钥匙，到新宿舍楼领取钥匙并核对家具。' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
