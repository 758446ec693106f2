import { dictionary } from '#model'

/** After the sections of GB/T 4754. */
export const alumniIndustry = dictionary('alumniIndustry', '校友行业', {
  agriculture: '农林牧渔',
  manufacture: '制造',
  energy: '能源环保',
  construction: '建筑',
  trade: '批发零售',
  transport: '交通物流',
  software: '信息软件',
  finance: '金融',
  estate: '房地产',
  business: '商务服务',
  research: '科学研究',
  education: '教育',
  health: '卫生社会工作',
  culture: '文化体育',
  government: '公共管理',
  other: '其他',
})
export const donationPurpose = dictionary('donationPurpose', '捐赠用途', {
  scholarship: '奖学助学',
  teaching: '教学科研',
  building: '校园建设',
  activity: '学生活动',
  disaster: '应急帮扶',
  other: '其他',
})
