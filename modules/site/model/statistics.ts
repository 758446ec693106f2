import { action, date, datetime, integer, list, ref, shape, text } from '#model'

/** What was read, what did not help, what nobody found, and what grows old. */
export const siteStatistics = action('site.contentItem.statistics', '网站统计', {
  method: 'GET',
  input: { from: date('从', { required: true }), to: date('到', { required: true }) },
  output: {
    views: integer('浏览', { required: true }),
    byDay: list('每日', shape('日', { day: date('日期', { required: true }), views: integer('浏览', { required: true }) }), { required: true }),
    byItem: list(
      '按内容',
      shape('内容', { id: ref('contentItem', '内容', { required: true }), title: text('标题', { required: true, max: 100 }), views: integer('浏览', { required: true }) }),
      { required: true },
    ),
    notHelpful: list(
      '没帮助',
      shape('问题', {
        id: ref('faqItem', '问题', { required: true }),
        question: text('问题', { required: true, max: 120 }),
        helpful: integer('有帮助', { required: true }),
        notHelpful: integer('没帮助', { required: true }),
      }),
      { required: true },
    ),
    searches: list('没有结果的搜索', shape('搜索', { words: text('搜索词', { required: true, max: 40 }), count: integer('次数', { required: true }) }), { required: true }),
    expiring: list(
      '快到期',
      shape('内容', { id: ref('contentItem', '内容', { required: true }), title: text('标题', { required: true, max: 100 }), at: datetime('到期时间', { required: true }) }),
      { required: true },
    ),
    old: list(
      '一年没有更新',
      shape('内容', { id: ref('contentItem', '内容', { required: true }), title: text('标题', { required: true, max: 100 }), at: datetime('更新时间', { required: true }) }),
      { required: true },
    ),
  },
})
