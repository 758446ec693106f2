import { printTemplate } from '#server/print/layout.ts'
import { awardRecord } from '../model/award-record.ts'

/** The certificate; its number and check page are the document's. */
export default printTemplate(awardRecord, {
  code: 'awardCertificate',
  name: '荣誉证书',
  holder: 'recipient',
  paper: 'A4L',
  layout: {
    title: '荣誉证书',
    blocks: [
      { kind: 'text', text: '{recipient}：', align: 'left' },
      { kind: 'text', text: '在 {xn} 学年评选中，荣获“{itemId}”{level}。特颁此证，以资鼓励。' },
      { kind: 'text', text: '证书编号：{certNo}', align: 'right' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
