import { dictionary } from '#model'

export const violationCategory = dictionary('violationCategory', '违纪类别', {
  order: '扰乱秩序',
  exam: '考试违纪作弊',
  dormitory: '违反宿舍管理',
  safety: '危害安全',
  fight: '打架斗殴',
  property: '侵犯财物',
  absence: '旷课离校',
  academic: '学术不端',
  network: '网络违规',
  law: '违法犯罪',
  other: '其他',
})
export const caseMaterialKind = dictionary('caseMaterialKind', '案件材料类别', {
  statement: '本人陈述',
  witness: '证人证言',
  record: '询问笔录',
  scene: '现场照片',
  video: '音像资料',
  official: '公安司法文书',
  other: '其他',
})
export const aggravatingFact = dictionary('aggravatingFact', '从重情节', {
  repeat: '屡次违纪',
  leader: '组织策划',
  retaliation: '打击报复',
  concealment: '隐瞒伪造证据',
  harm: '后果严重',
})
export const mitigatingFact = dictionary('mitigatingFact', '从轻情节', {
  confession: '主动承认',
  remedy: '消除影响',
  forgiven: '取得谅解',
  merit: '有立功表现',
  coerced: '受人胁迫',
})
