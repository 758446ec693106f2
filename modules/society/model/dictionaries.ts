import { dictionary } from '#model'

export const societyCategory = dictionary('societyCategory', '社团类别', {
  ideology: '思想政治',
  academic: '学术科技',
  innovation: '创新创业',
  artsSports: '文化体育',
  volunteer: '志愿公益',
  selfHelp: '自律互助',
  other: '其他',
})
