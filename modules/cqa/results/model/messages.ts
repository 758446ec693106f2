import { messagesOf, template } from '#model'

export const RESULT_MESSAGES = messagesOf(
  'cqa',
  { scheme: '方案' },
  {
    final: template('测评结果已定', 'info', '{scheme}：结果已定', '{scheme}公示结束，你的测评结果已定，总分和名次见“我的测评”。'),
    corrected: template(
      '测评结果更正',
      'important',
      '{scheme}：你的测评结果已更正',
      '{scheme}：总分由 {fromTotal} 改为 {toTotal}，名次由 {fromRank} 改为 {toRank}。变动：{changes}。原因：{reason}',
      { fromTotal: '原总分', toTotal: '新总分', fromRank: '原名次', toRank: '新名次', changes: '得分变动', reason: '原因' },
    ),
  },
)
