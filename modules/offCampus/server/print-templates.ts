import { printTemplate } from '#server/print/layout.ts'
import { offCampusStay } from '../model/off-campus-stay.ts'

/** The application with what the family answered and the pledge. */
export default printTemplate(offCampusStay, {
  code: 'offCampusStay',
  name: '校外住宿申请表',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '校外住宿申请表',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'departmentId', 'classId', 'kind', 'fromOn', 'toOn', 'keepBed'] },
      { kind: 'grid', columns: 1, fields: ['reason', 'address', 'cohabitants'] },
      { kind: 'grid', columns: 2, fields: ['guardianId', 'consentState', 'callAt', 'callWay', 'pledgeVersion', 'pledgeSignedAt', 'state', 'approvedAt'] },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
