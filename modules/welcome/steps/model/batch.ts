import { datetime, entity, integer, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'

/** 迎新批次: enrolment of one year. What is done at home and what on site follow the two phases by the clock. */
export const welcomeBatch = entity(
  'welcome.welcomeBatch',
  '迎新批次',
  {
    ...roundFields,
    year: integer('年份', { required: true, min: 2000, max: 2100, sortable: true, help: '录取名单的年份' }),
    preFrom: datetime('预办理开始', { required: true }),
    preTo: datetime('预办理结束', { required: true }),
    siteFrom: datetime('现场报到开始', { required: true }),
    siteTo: datetime('现场报到结束', { required: true }),
    contacts: text('联系电话', { max: 200, clear: 'of an office', help: '新生在迎新首页看到的咨询电话' }),
    members: integer('新生', { computed: true }),
    arrived: integer('已到校', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'open',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      phases: '预办理和现场报到的时间须依次在批次的开始和结束之间：{times}',
      noSteps: '“{name}”还没有环节，请先设置环节',
      unknownStep: '环节“{step}”的前置环节“{code}”不在这个批次里',
      cycle: '环节互为前置，谁也办不了：{steps}',
      voluntary: '环节“{step}”等着自愿的“{before}”，自愿的环节不能是别的环节的前置',
      unreached: '没有新生要办环节“{step}”，请检查它的对象',
      pointSteps: '办理点“{point}”的环节“{code}”不在这个批次里',
    },
  },
)
export const batchActions = roundActions(welcomeBatch)
/** Phases in the order of their moments, inside the window. */
export const MOMENTS = ['preFrom', 'preTo', 'siteFrom', 'siteTo'] as const
