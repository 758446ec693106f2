import { messagesOf, template } from '#model'

export const CERT_MESSAGES = messagesOf(
  'certificate',
  { cert: '证书', certNo: '证书编号' },
  {
    verified: template('证书核验通过', 'info', '{cert}已核验', '你的{cert}（{certNo}）已核验，可以用于测评、评奖和毕业审核。'),
    rejected: template('证书核验不通过', 'important', '{cert}核验不通过', '你的{cert}（{certNo}）核验不通过：{reason}。有异议的请带原件找学院。', { reason: '原因' }),
    revoked: template('证书撤销', 'important', '{cert}已撤销', '你的{cert}（{certNo}）已撤销：{reason}。', { reason: '原因' }),
    expiring: template('证书即将到期', 'important', '{cert}还有 {days} 天到期', '你的{cert}（{certNo}）{expiresOn} 到期，还有 {days} 天。需要复审或者重新考取的，请提前办理。', {
      expiresOn: '到期日',
      days: '剩余天数',
    }),
    recover: template(
      '追回考证奖励',
      'todo',
      '追回 {name} 的{cert}奖励 {amount} 元',
      '{className} {name} 的{cert}（{certNo}）已撤销：{reason}。已发放或者正在发放的奖励 {amount} 元，请追回。',
      {
        name: '学生',
        className: '班级',
        amount: '金额',
        reason: '原因',
      },
    ),
    claimed: template(
      '证书编号重复填报',
      'urgent',
      '{name} 的证书编号 {certNo} 又被 {claimant} 填报',
      '{className} {name} 登记的{cert}编号 {certNo}，又被{claimantClass} {claimant} 填报，可能有人冒用。请核对双方的原件。',
      { name: '登记的学生', className: '登记学生的班级', claimant: '后填报的学生', claimantClass: '后填报学生的班级' },
    ),
  },
)
export const MISSING_MESSAGE = messagesOf(
  'certificate',
  { cert: '证书' },
  { missing: template('必考证书还没有取得', 'todo', '毕业前要取得{cert}', '你的专业要求取得{cert}，还没有核验通过的。已经取得的请登记，没有取得的请留意报名时间。') },
)
