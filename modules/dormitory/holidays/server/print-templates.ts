import { printTemplate } from '#server/print/layout.ts'
import { holidayStay } from '../model/holiday-stay.ts'

/** 留校证: print template shown at the gate. */
export default printTemplate(holidayStay, {
  code: 'holidayStay',
  name: '留校证',
  holder: 'studentId',
  paper: 'A5L',
  layout: {
    title: '假期留校证',
    blocks: [
      {
        kind: 'grid',
        columns: 2,
        fields: ['stayNo', 'planId', 'studentId', 'studentNo', 'departmentId', 'classId', 'from', 'to', 'lodging', 'bed', 'dutyTeacherId', 'approvedAt'],
      },
      { kind: 'text', text: '持证人假期留校住宿，请按时归寝，服从宿舍管理。' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
