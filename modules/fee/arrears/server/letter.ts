import { printTemplate } from '#server/print/layout.ts'
import { billLine } from '../../bills/model/bill-line.ts'

/** 催缴函: on paper, to the student and whoever pays for them, with the ways to help (41号令: students in difficulty register after aid formalities). */
export default printTemplate(billLine, {
  code: 'arrearsLetter',
  name: '催缴函',
  holder: 'payerName',
  paper: 'A4',
  layout: {
    title: '缴费催告函',
    blocks: [
      { kind: 'text', text: '{payerName}（学号 {studentNo}）及家长：' },
      { kind: 'text', text: '截至 {today}，{xn} 学年的{itemId}还欠 {owed}，应在 {dueDate} 前缴清。明细如下：' },
      { kind: 'grid', columns: 2, fields: ['itemId', 'xn', 'charged', 'reduced', 'paid', 'offset', 'owed', 'dueDate'] },
      { kind: 'text', text: '请登录学校平台“我的缴费”缴清，或者到财务处办理。家庭经济困难的，可以申请缓缴、分期、国家助学贷款和绿色通道，不影响注册和学习。' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
