import { entity, integer, ref } from '#model'

/** 征兵任务: how many of a college are to enlist in a year. */
export const enlistTarget = entity(
  'enlistment.enlistTarget',
  '征兵任务',
  {
    year: integer('年度', { required: true, min: 2010, max: 2100, sortable: true }),
    departmentId: ref('department', '学院', { required: true }),
    target: integer('任务数', { required: true, min: 0, max: 10_000 }),
  },
  { title: 'year', scope: { department: 'departmentId' }, unique: [['year', 'departmentId']], importKey: ['year', 'departmentId'], sort: ['-year', 'departmentId'] },
)
