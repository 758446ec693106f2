import { bool, choice, dict, entity, files, integer, ref, rich, text } from '#model'
import { faqCategory } from './dictionaries.ts'

const channelId = ref('contentChannel', '栏目', { required: true })
const sort = integer('排序', { required: true, min: 0, max: 9999, initial: 0, sortable: true })
const isEnabled = bool('显示', { required: true, initial: true })
const TRADITIONAL = '不填由简体转换'
const PUBLIC = { everyone: 'texts of the public pages' } as const

/** 常见问题. */
export const faqItem = entity(
  'site.faqItem',
  '常见问题',
  {
    channelId,
    question: text('问题', { required: true, max: 120, search: true }),
    questionEn: text('英文问题', { max: 240 }),
    questionTw: text('繁体问题', { max: 120, help: TRADITIONAL }),
    answer: rich('回答', { required: true, max: 20_000 }),
    answerEn: rich('英文回答', { max: 20_000 }),
    answerTw: rich('繁体回答', { max: 20_000, help: TRADITIONAL }),
    category: dict('分类', faqCategory, { required: true }),
    words: text('别的说法', { max: 200, search: true, help: '人们会搜的词，用空格隔开' }),
    helpful: integer('有帮助', { required: true, readonly: true, initial: 0, sortable: true }),
    notHelpful: integer('没帮助', { required: true, readonly: true, initial: 0, sortable: true }),
    sort,
    isEnabled,
  },
  { title: 'question', scope: PUBLIC, unique: [['channelId', 'question']], sort: ['sort'], verbs: ['list', 'add', 'update', 'remove', 'export'] },
)
/** 指南的一步. */
export const guideStep = entity(
  'site.guideStep',
  '指南步骤',
  {
    channelId,
    no: integer('第几步', { required: true, min: 1, max: 99, sortable: true }),
    title: text('标题', { required: true, max: 60, search: true }),
    titleEn: text('英文标题', { max: 120 }),
    titleTw: text('繁体标题', { max: 60, help: TRADITIONAL }),
    who: text('谁来办', { max: 100 }),
    whoEn: text('谁来办（英文）', { max: 200 }),
    whenText: text('什么时候', { max: 100 }),
    whenTextEn: text('什么时候（英文）', { max: 200 }),
    venueId: ref('venue', '地点'),
    materials: text('带什么', { max: 500, multiline: true }),
    materialsEn: text('带什么（英文）', { max: 1000, multiline: true }),
    link: text('链接', { max: 300, help: '站内地址如 /welcome/arrival，或完整网址' }),
    isEnabled,
  },
  {
    title: 'title',
    scope: PUBLIC,
    unique: [['channelId', 'no']],
    sort: ['no'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { link: '链接“{link}”应是站内地址，或 http、https 网址' },
  },
)
export const BLOCK_KINDS = { text: '文字', figure: '数字', picture: '图片', map: '地图', contacts: '联系方式' } as const
/** 学校概况的一块. */
export const overviewBlock = entity(
  'site.overviewBlock',
  '概况',
  {
    channelId,
    kind: choice('种类', BLOCK_KINDS, { required: true, initial: 'text' }),
    title: text('标题', { required: true, max: 60, search: true }),
    titleEn: text('英文标题', { max: 120 }),
    titleTw: text('繁体标题', { max: 60, help: TRADITIONAL }),
    content: text('内容', { max: 5000, multiline: true, help: '数字和联系方式每行写一项：名称｜内容' }),
    contentEn: text('英文内容', { max: 10_000, multiline: true }),
    picture: files('图片', { maxFiles: 1, types: ['jpg', 'jpeg', 'png', 'webp'], mostMb: 20 }),
    alt: text('替代文字', { max: 100, help: '看不到图片的人听到的是它' }),
    position: text('位置', { max: 40, help: '经度,纬度，如 120.1551,30.2741；手机点开地图导航' }),
    sort,
    isEnabled,
  },
  {
    title: 'title',
    scope: PUBLIC,
    sort: ['sort'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      alt: '请给图片写替代文字，看不到图片的人听到的是它',
      picture: '“{title}”是图片，请上传图片',
      content: '“{title}”还没有内容',
      position: '位置“{position}”应写成 经度,纬度',
    },
  },
)
