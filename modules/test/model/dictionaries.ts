import { dictionary } from '#model'

export const testCategory = dictionary('testCategory', '题库类别', {
  safety: '安全教育',
  lab: '实验室准入',
  handbook: '学生手册',
  knowledge: '知识竞赛',
  course: '课程测验',
  other: '其他',
})
export const testTopic = dictionary('testTopic', '知识点', {
  fire: '消防',
  traffic: '交通',
  fraud: '防诈骗',
  network: '网络安全',
  dormitory: '宿舍安全',
  health: '卫生健康',
  laboratory: '实验室',
  rules: '校规校纪',
  outing: '外出和实习',
  law: '法律常识',
})
