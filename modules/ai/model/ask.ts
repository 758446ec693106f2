import { action, bool, datetime, integer, list, ref, shape, text } from '#model'

export const MOST_QUESTION = 1000
const cites = list('出处', integer('出处', { required: true }), { required: true })
/** Asks the published documents that the asker may read. Without AI, and whenever it does not answer, what was found is listed. */
export const askDocuments = action('ai.aiCall.ask', '问一问', {
  access: 'signedIn',
  isWhole: false,
  isUnrecorded: true,
  streams: true,
  input: { question: text('问题', { required: true, max: MOST_QUESTION, multiline: true }) },
  output: {
    isFound: bool('找到了', { required: true, help: '学校的文件里有没有说到' }),
    callId: ref('aiCall', 'AI 调用'),
    paragraphs: list('回答', shape('一段', { text: text('内容', { required: true, max: 8000 }), cites }, { required: true }), { required: true }),
    conflicts: list('说法不一的出处', shape('分歧', { cites }, { required: true }), { required: true }),
    passages: list(
      '原文',
      shape(
        '出处',
        {
          no: integer('编号', { required: true }),
          kind: text('种类', { required: true, max: 40 }),
          title: text('标题', { required: true, max: 300 }),
          text: text('原文', { required: true, max: 1000 }),
          department: text('部门', { max: 60 }),
          at: datetime('日期', { required: true }),
          link: text('地址', { required: true, max: 300 }),
        },
        { required: true },
      ),
      { required: true },
    ),
    office: text('可以问的部门', { max: 120 }),
    why: text('没有 AI 回答的原因', { max: 400 }),
    sent: list('实际发出的内容', text('内容', { max: 20_000 }), { required: true }),
    label: text('标识', { max: 40 }),
  },
})
/** What the page says before anything is asked. */
export const askState = action('ai.aiCall.askState', '问一问的情况', {
  method: 'GET',
  access: 'signedIn',
  input: {},
  output: {
    isOn: bool('由 AI 回答', { required: true }),
    limit: integer('每天最多', { required: true }),
    left: integer('今天还能问', { required: true }),
    kinds: list('查哪些文件', text('种类', { required: true, max: 40 }), { required: true }),
  },
})
