import { action, choice, date, entity, integer, ref, rich, text } from '#model'
import { faqItem } from './pieces.ts'

/** 浏览: of an item on a day. */
export const contentView = entity(
  'site.contentView',
  '内容浏览',
  {
    itemId: ref('contentItem', '内容', { required: true, readonly: true, isPart: true }),
    day: date('日期', { required: true, readonly: true, sortable: true }),
    views: integer('浏览', { required: true, readonly: true, initial: 0 }),
  },
  { title: 'day', scope: { user: 'itemId.authorId', department: 'itemId.sourceDeptId' }, unique: [['itemId', 'day']], sort: ['-day'], verbs: ['list', 'export'] },
)
export const SEARCH_STATES = { open: '未回答', answered: '已回答', ignored: '不用回答' } as const
/** 没有结果的搜索: what people looked for and did not find. */
export const emptySearch = entity(
  'site.emptySearch',
  '没有结果的搜索',
  {
    words: text('搜索词', { required: true, readonly: true, max: 40, search: true }),
    count: integer('次数', { required: true, readonly: true, initial: 0, sortable: true }),
    lastOn: date('最近', { required: true, readonly: true, sortable: true }),
    state: choice('状态', SEARCH_STATES, { required: true, readonly: true, initial: 'open' }),
    faqItemId: ref('faqItem', '回答', { readonly: true }),
  },
  { title: 'words', scope: { everyone: 'words without persons' }, unique: [['words']], sort: ['-count'], verbs: ['list', 'export'] },
)
const id = ref('emptySearch', '搜索', { required: true })
const { category } = faqItem.fields
export const answerSearch = action('site.emptySearch.answer', '写回答', {
  inScope: true,
  input: {
    id,
    channelId: ref('contentChannel', '栏目', { required: true }),
    question: text('问题', { required: true, max: 120 }),
    category,
    answer: rich('回答', { required: true, max: 20_000 }),
  },
  output: { faqItemId: ref('faqItem', '常见问题', { required: true }) },
  refusals: { settled: '“{words}”已经处理过' },
})
export const ignoreSearch = action('site.emptySearch.ignore', '不用回答', { inScope: true, output: 'none', input: { id }, refusals: { settled: '“{words}”已经处理过' } })
