import { printTemplate } from '#server/print/layout.ts'
import { leagueBranch } from '../model/branch.ts'

/** 团费收缴证明: what a branch or committee has collected and handed up, plan by plan. */
export default printTemplate(leagueBranch, {
  code: 'leagueBranchFees',
  name: '团费收缴证明',
  holder: 'name',
  paper: 'A4',
  layout: {
    title: '团费收缴证明',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['name', 'code', 'departmentId', 'parentId', 'secretaryId', 'remitted'] },
      { kind: 'table', of: 'remittance', by: 'fromId', fields: ['planId', 'collected', 'due', 'amount', 'received', 'state', 'receivedAt'], sort: 'createdAt' },
      { kind: 'text', text: '以上为该团组织收缴和上缴团费的情况，截至 {today}。' },
      { kind: 'seal', text: '{school}团委（盖章）' },
    ],
  },
})
