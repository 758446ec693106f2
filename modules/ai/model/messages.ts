import { messagesOf, template } from '#model'

export const AI_MESSAGES = messagesOf(
  'ai',
  {},
  {
    quotaNear: template('AI 配额快用完', 'important', 'AI 配额“{name}”已用 {percent}%', 'AI 配额“{name}”已用 {used} 词元，上限 {limit}。', {
      name: '配额',
      percent: '百分比',
      used: '已用',
      limit: '上限',
    }),
    testsShort: template('AI 测试集没有通过', 'important', '“{model}”没有采用：{outcome}', '提示词版本 {version}。请在 AI 配置里写明理由后采用，或改好后重新测试。', {
      model: '模型',
      version: '提示词版本',
      outcome: '结果',
    }),
  },
)
