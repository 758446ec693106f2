import { action, datetime, integer, list, shape, text } from '#model'

const need = { required: true } as const
const title = text('标题', { ...need, max: 200 })
/** 大厅电视: what the school has published to everybody, for a television in a hall. */
export const lobby = action('screen.wall.lobby', '大厅电视', {
  method: 'GET',
  access: { open: '大厅电视只有对所有人公开的内容，不用授权码' },
  etag: true,
  input: { tenantId: text('学校', { max: 12 }) },
  output: {
    weekNo: integer('教学周'),
    stories: list('公告和图片', shape('公告', { title, text: text('摘要', { max: 500 }), picture: text('图片', { max: 300 }), alt: text('替代文字', { max: 100 }) }), need),
    events: list(
      '今日活动',
      shape('活动', { title, from: datetime('开始', need), to: datetime('结束', need), place: text('地点', { max: 200 }), left: integer('剩余名额') }),
      need,
    ),
    signIns: list('正在签到', shape('签到', { title, to: datetime('截止', need) }), need),
    phones: list(
      '值班电话',
      shape('电话', { title, phone: text('电话', { ...need, max: 200, clear: 'numbers of desks that the school has published, never of a person' }) }),
      need,
    ),
  },
})
