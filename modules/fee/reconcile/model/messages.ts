import { messagesOf, template } from '#model'

export const RECON_MESSAGES = messagesOf(
  'fee',
  { merchant: '收款账户', day: '日期' },
  {
    statementMissing: template(
      '对账单没有取到',
      'important',
      '“{merchant}”{day} 的对账单还没有取到',
      '收款账户“{merchant}”{day} 的对账单到现在还没有取到：{why}。可以从渠道下载后上传。',
      {
        why: '原因',
      },
    ),
    differences: template('对账有差异', 'todo', '“{merchant}”{day} 有 {n} 笔差异', '收款账户“{merchant}”{day} 对账有 {n} 笔差异，处理完才能结账。', { n: '笔数' }),
  },
)
