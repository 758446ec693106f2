import { dictionary } from '#model'

export const certKind = dictionary('certKind', '证书类别', {
  skillLevel: '职业技能等级',
  qualification: '职业资格',
  onePlusX: '1+X',
  language: '外语',
  computer: '计算机',
  putonghua: '普通话',
  teacher: '教师资格',
  industry: '行业认证',
})
