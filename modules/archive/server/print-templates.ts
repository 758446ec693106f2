import { printTemplate } from '#server/print/layout.ts'
import { archiveDispatch } from '../model/archive-dispatch.ts'

/** What goes with a letter: the label of the envelope, and the letter with its return slip. */
export default [
  printTemplate(archiveDispatch, {
    code: 'archiveLabel',
    name: '档案封面标签',
    holder: 'recipientUnit',
    paper: 'A4',
    layout: {
      title: '学生档案（机密）',
      blocks: [
        { kind: 'grid', columns: 1, fields: ['recipientUnit', 'address', 'contact', 'letterNo', 'carrier', 'trackingNo', 'count'] },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  printTemplate(archiveDispatch, {
    code: 'archiveLetter',
    name: '档案转递通知单',
    holder: 'recipientUnit',
    paper: 'A4',
    layout: {
      title: '学生档案转递通知单',
      blocks: [
        { kind: 'text', text: '函号：{letterNo}', align: 'right' },
        { kind: 'text', text: '{recipientUnit}：' },
        { kind: 'text', text: '兹将下列学生的档案共 {count} 份转去，请查收。收到后请在回执上盖章，退回我校。' },
        { kind: 'table', title: '档案', of: 'archiveFile', by: 'dispatchId', fields: ['archiveNo', 'studentNo', 'studentId'], sort: 'archiveNo' },
        { kind: 'seal', text: '{school}（盖章）' },
        { kind: 'text', text: '回执　函号：{letterNo}　档案共 {count} 份已收到。收件单位（盖章）：　　　　收件人：　　　　日期：' },
      ],
    },
  }),
]
