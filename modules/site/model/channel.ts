import { bool, choice, entity, integer, list, text } from '#model'

/** What a channel consists of; also the word in the address of its page. */
export const CHANNEL_CODES = { notice: '公告', guide: '指南', faq: '常见问题', charge: '收费标准', overview: '学校概况', download: '下载' } as const
export type ChannelCode = keyof typeof CHANNEL_CODES
export const SITES = { portal: '门户', welcome: '迎新区', exam: '考试区' } as const
export type Site = keyof typeof SITES

/** 栏目: a part of the public pages, and where it is shown. Cached: its invalidation tells every process that the public pages of the school have changed. */
export const contentChannel = entity(
  'site.contentChannel',
  '栏目',
  {
    code: choice('种类', CHANNEL_CODES, { required: true, immutable: true }),
    sites: list('网站', choice('网站', SITES), { required: true, min: 1, max: 3 }),
    name: text('名称', { required: true, max: 30, search: true }),
    nameEn: text('英文名称', { max: 60 }),
    nameTw: text('繁体名称', { max: 30, help: '不填由简体转换' }),
    sort: integer('排序', { required: true, min: 0, max: 9999, initial: 0, sortable: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'headings of the public pages' },
    unique: [['name']],
    cached: true,
    select: 'open',
    selectFields: ['code'],
    sort: ['sort'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { kind: '“{name}”是{kind}栏目，这里要选{wanted}栏目' },
  },
)
