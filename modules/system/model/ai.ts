import { action, integer, text } from '#model'

/** Tests the stored settings of the group `ai` against an OpenAI-compatible provider. */
export const testAi = action('system.baseParams.testAi', '测试 AI', {
  permission: 'system:baseParams:submit',
  output: { ms: integer('用时（毫秒）', { required: true }), answer: text('回答', { required: true, max: 200 }) },
  refusals: {
    incomplete: '请先填写服务地址和模型并保存',
    unreachable: '连不上 AI 服务：{reason}',
    refused: 'AI 服务拒绝了请求：{status} {reason}',
    notCompatible: 'AI 服务的回答不是兼容的格式，请检查服务地址',
  },
})
