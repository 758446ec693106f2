import { printTemplate } from '#server/print/layout.ts'
import { orgAppointment } from '../model/appointment.ts'
import { orgElection } from '../model/election.ts'

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
  /** What the meeting has decided: turnout, votes and who was elected; before the count there is nothing to write down. */
  printTemplate(orgElection, {
    code: 'orgMinutes',
    name: '选举纪要',
    holder: 'orgId',
    paper: 'A4',
    ofStates: ['counted', 'confirmed', 'repeat'],
    layout: {
      title: '选举纪要',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['orgId', 'name', 'roundNo', 'voteTo', 'postIds', 'from', 'voters', 'present', 'state', 'note'] },
        {
          kind: 'table',
          title: '候选人和得票',
          of: 'orgCandidate',
          by: 'electionId',
          fields: ['postId', 'studentId', 'studentNo', 'state', 'votes', 'result', 'passedOver'],
          sort: 'postId',
          blank: 1,
        },
        { kind: 'text', text: '主持人：　　　　　　　　监票人：　　　　　　　　计票人：　　　　　　　　记录人：' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
]
