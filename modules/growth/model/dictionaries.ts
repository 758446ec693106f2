import { dictionary } from '#model'

/** The seven kinds of the second classroom (中青联发〔2018〕5号). */
export const growthCategory = dictionary('growthCategory', '成长类别', {
  ideology: '思想成长',
  practice: '实践实习',
  volunteer: '志愿公益',
  innovation: '创新创业',
  artsSports: '文体活动',
  work: '工作履历',
  skill: '技能特长',
})
