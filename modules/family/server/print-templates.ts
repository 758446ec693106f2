import { printTemplate } from '#server/print/layout.ts'
import { guardianConsent } from '../model/guardian-consent.ts'

/** 监护人同意书: for guardians who cannot be sent a link; signed, it is entered as the proof (50-HS2). An address is printed in full with a reason only; what staff must not learn is on no paper of theirs. */
export default printTemplate(guardianConsent, {
  code: 'guardianConsent',
  name: '监护人同意书',
  holder: 'asks',
  paper: 'A4',
  layout: {
    title: '监护人同意书',
    blocks: [
      { kind: 'text', text: '{guardianId}：' },
      { kind: 'text', text: '学校就下面这件事征求你的意见，请看清后在“同意”或“不同意”前打钩，签名后交给辅导员。' },
      { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo'] },
      { kind: 'grid', columns: 1, fields: ['asks', 'detail'] },
      { kind: 'text', text: '需要详细说明的，由学校另附。' },
      { kind: 'text', text: '□ 同意　　　　□ 不同意' },
      { kind: 'text', text: '监护人签名：＿＿＿＿＿＿＿＿　　日期：＿＿＿＿＿＿＿＿' },
      { kind: 'text', text: '见证的教职工签名：＿＿＿＿＿＿＿＿　　日期：＿＿＿＿＿＿＿＿' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
