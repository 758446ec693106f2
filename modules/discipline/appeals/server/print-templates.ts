import { printTemplate } from '#server/print/layout.ts'
import { appeal } from '../model/appeal.ts'

/** 申诉复查结论: what the committee answers, and the way to the province (Order 41, Article 62). */
export default printTemplate(appeal, {
  code: 'appealResult',
  name: '申诉复查结论',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '申诉复查结论',
    blocks: [
      { kind: 'text', text: '{resultNo}', align: 'right' },
      { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'documentNo', 'submittedAt', 'acceptedOn', 'concludedOn'] },
      { kind: 'text', text: '你对 {documentNo} 提出的申诉，经学生申诉处理委员会复查，结论为：{conclusion}。' },
      { kind: 'grid', columns: 1, fields: ['opinion'] },
      { kind: 'text', text: '如对本结论有异议，可以自收到之日起 {provinceDays} 日内向学校所在地省级教育行政部门提出书面申诉。' },
      { kind: 'seal', text: '学生申诉处理委员会（盖章）' },
    ],
  },
})
