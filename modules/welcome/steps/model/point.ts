import { bool, entity, list, ref, text } from '#model'

/** 办理点: where steps are done, and by whom. */
export const welcomePoint = entity(
  'welcome.welcomePoint',
  '办理点',
  {
    batchId: ref('welcomeBatch', '批次', { required: true, immutable: true }),
    name: text('名称', { required: true, max: 40, search: true }),
    campusId: ref('campus', '校区', { required: true }),
    venueId: ref('venue', '场地'),
    stepCodes: list('环节', text('编码', { required: true, max: 30, format: 'code' }), { required: true, min: 1, max: 20 }),
    staff: list('工作人员', ref('user', '工作人员', { required: true }), { required: true, min: 1, max: 200 }),
    isOpen: bool('开放', { required: true, initial: true, help: '关闭后不能在这里扫码办理' }),
  },
  {
    title: 'name',
    scope: { everyone: 'where steps of enrolment are done, without data of students' },
    unique: [['batchId', 'name']],
    select: 'open',
    selectFields: ['batchId', 'campusId'],
    filters: {},
    sort: ['name'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      unknownStep: '批次里没有编码为“{code}”的环节',
      selfStep: '环节“{step}”不在现场办，不能放到办理点',
      used: '“{name}”已办过 {count} 人次，不能删除，可以关闭',
    },
  },
)
