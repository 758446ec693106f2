import { printTemplate } from '#server/print/layout.ts'
import { donation } from '../model/donation.ts'

/** 30-AD3: thanks, with a code by which the paper is checked. */
export default printTemplate(donation, {
  code: 'donationThanks',
  name: '捐赠证书',
  holder: 'shownName',
  paper: 'A4',
  layout: {
    title: '捐赠证书',
    blocks: [
      { kind: 'text', text: '{shownName}：' },
      { kind: 'text', text: '感谢你为“{projectName}”捐赠。这份心意已经收到，用在哪里会在项目里公布。' },
      { kind: 'grid', columns: 2, fields: ['no', 'kind', 'amount', 'receivedOn', 'receiptNo', 'projectId'] },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
