import { printTemplate } from '#server/print/layout.ts'
import { militaryAid } from '../model/aid.ts'
import { enlistRecord } from '../model/record.ts'

const WHO = ['studentId', 'studentNo', 'departmentId', 'classId'] as const
const aidForm = (code: string, name: string, text: string) =>
  printTemplate(militaryAid, {
    code,
    name,
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: name,
      blocks: [
        { kind: 'grid', columns: 2, fields: [...WHO, 'kind', 'formNo', 'yearCount', 'total', 'toBank', 'toStudent', 'payTo', 'tuitionOpinion'] },
        { kind: 'text', text },
        { kind: 'signed', title: '审核意见', by: 'opinions' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  })
/** Forms I and II of the state with what the school knows filled in, and the letter to whoever serves. */
export default [
  aidForm('militaryAidForm1', '高校学生应征入伍学费补偿国家助学贷款代偿申请表 I', '本人应征入伍服义务兵役，申请学费补偿或者国家助学贷款代偿，所填内容属实。申请人签字：'),
  aidForm('militaryAidForm2', '高校学生退役复学学费减免申请表 II', '本人退役后复学或者考入本校，申请学费减免，所填内容属实。申请人签字：'),
  printTemplate(enlistRecord, {
    code: 'servingLetter',
    name: '给在伍学生的信',
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: '给在伍学生的信',
      blocks: [
        { kind: 'text', text: '{studentId} 同学：' },
        {
          kind: 'text',
          text: '你于 {noticeDate} 响应号召参军入伍，学校向你致以问候。你的学籍为你保留到 {keepStatusUntil}。退役后请在两年内复学；学费补偿、贷款代偿和复学后的学费减免，可以随时在手机上查看和申请。',
        },
        { kind: 'text', text: '{today}', align: 'right' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
]
