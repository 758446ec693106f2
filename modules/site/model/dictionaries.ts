import { dictionary } from '#model'

export const faqCategory = dictionary('faqCategory', '问题分类', {
  arrival: '报到与接站',
  lodging: '住宿',
  fees: '缴费与资助',
  study: '学籍与学习',
  life: '生活服务',
  system: '系统使用',
  other: '其他',
})
