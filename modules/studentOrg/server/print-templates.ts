import { printTemplate } from '#server/print/layout.ts'
import { orgAppointment } from '../model/appointment.ts'

const FIELDS = ['studentId', 'studentNo', 'orgId', 'postId', 'from', 'to'] as const
export default [
  printTemplate(orgAppointment, {
    code: 'orgLetter',
    name: '学生组织聘书',
    holder: 'studentId',
    paper: 'A4',
    ofStates: ['active'],
    layout: {
      title: '聘书',
      blocks: [
        { kind: 'grid', columns: 1, fields: [...FIELDS] },
        { kind: 'text', text: '兹聘任以上同学担任所列职务。{today}' },
        { kind: 'seal', text: '{school}团委（盖章）' },
      ],
    },
  }),
  /** Of posts that were held: one that never began is no service. */
  printTemplate(orgAppointment, {
    code: 'orgService',
    name: '学生组织任职证明',
    holder: 'studentId',
    paper: 'A4',
    ofStates: ['active', 'ended'],
    layout: {
      title: '学生组织任职证明',
      blocks: [
        { kind: 'grid', columns: 2, fields: [...FIELDS, 'state'] },
        { kind: 'text', text: '以上情况属实，特此证明。{today}' },
        { kind: 'seal', text: '{school}团委（盖章）' },
      ],
    },
  }),
]
