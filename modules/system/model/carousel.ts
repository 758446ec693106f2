import { action, bool, choice, datetime, entity, files, integer, json, text } from '#model'
import type { Audience } from './audience.ts'

/** Places shown before sign-in. */
export const OPEN_PLACES = { login: '登录页', welcome: '迎新区', screen: '大屏' } as const
export type OpenPlace = keyof typeof OPEN_PLACES
export const PLACES = { ...OPEN_PLACES, desktop: '工作台', mobile: '手机首页' } as const
export const carousel = entity(
  'system.carousel',
  '轮播图',
  {
    title: text('替代文字', { required: true, max: 100, search: true, help: '看不到图片的人听到的是它' }),
    image: files('图片', { required: true, maxFiles: 1, types: ['jpg', 'jpeg', 'png', 'webp'] }),
    link: text('链接', { max: 300, help: '站内地址如 /personal/mynotice，或完整网址' }),
    place: choice('位置', PLACES, { required: true, initial: 'desktop' }),
    audience: json<Audience>('谁可以看', { initial: null }),
    lang: choice('语言', { all: '全部', 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' }, { required: true, initial: 'all' }),
    beginAt: datetime('开始'),
    endAt: datetime('结束'),
    sort: integer('排序', { required: true, min: 0, max: 9999, initial: 0 }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'title',
    // published pictures belong to nobody: no data scope applies
    scope: { everyone: 'pictures published to everybody' },
    sort: ['place', 'sort'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      dates: '结束时间 {endAt} 不晚于开始时间 {beginAt}',
      link: '链接“{link}”应是站内地址，或 http、https 网址',
      openPlace: '{place}的图片所有人都能看到，不能限定范围',
    },
  },
)
const picture = {
  id: text('编号', { required: true, max: 36 }),
  title: text('替代文字', { required: true, max: 100 }),
  link: text('链接', { max: 300 }),
  url: text('地址', { required: true, max: 300 }),
} as const
export const currentPictures = action('system.carousel.current', '当前轮播图', {
  method: 'GET',
  access: { open: 'the sign-in page and big screens are seen by everybody' },
  input: { place: choice('位置', OPEN_PLACES, { required: true }), tenantId: text('学校', { max: 12 }) },
  many: true,
  output: picture,
})
export const myPictures = action('system.carousel.mine', '我的轮播图', {
  method: 'GET',
  access: 'signedIn',
  input: { place: choice('位置', { desktop: '工作台', mobile: '手机首页' }, { required: true }) },
  many: true,
  output: picture,
})
