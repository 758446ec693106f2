import { action, choice, date, datetime, integer, list, pickFields, ref, shape, text } from '#model'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { answerActions } from '#modules/workflow/tasks/model/task-answers.ts'
import { answer, CHOICES, holidayDestination, holidayPlan } from './holiday.ts'

const OWN = 'what the student entered, or their own record knows'
/** 20-G6: one answer per holiday, prefilled from the last one, the home address and the student record. */
export const ownDestinations = answerActions(holidayPlan, holidayDestination, {
  label: '登记去向',
  round: 'planId',
  form: answer,
  shows: { answeredAt: datetime('登记时间'), backAt: datetime('实际返校') },
  also: {
    ...pickFields(holidayPlan.fields, ['holidayFrom', 'holidayTo', 'stayAllowed', 'stayNeedsApproval']),
    suggested: shape('带入', {
      choice: choice('去向', CHOICES),
      cantonCode: text('去往', { max: 6 }),
      address: text('地址', { max: 200, clear: OWN }),
      transport: text('交通', { max: 40 }),
      contactPhone: text('电话', { max: 20, clear: OWN }),
    }),
    companions: list('同城同日', shape('同学', { name: text('姓名', { required: true, max: 64 }), className: text('班级', { max: 60 }), tripNo: text('车次', { max: 30 }) }), {
      required: true,
    }),
  },
})
/** Staff record that the student is back, or returned late. */
export const destinationBack = action('outing.holidayDestination.close', '登记返校', {
  input: { ids: list('去向', ref('holidayDestination', '去向', { required: true }), { required: true, min: 1, max: 500 }), at: datetime('返校时间') },
  output: { closed: integer('已登记', { required: true }) },
  refusals: { future: '{at} 还没有到', stays: '{name}留校，不用登记返校' },
})
const counted = { key: text('代码', { required: true, max: 40 }), label: text('名称', { required: true, max: 120 }), count: integer('人数', { required: true }) } as const
const counts = (label: string) => list(label, shape(label, counted), { required: true })
/** 20-G8: answers of a holiday within the reader's scope, who lacks one, and reminding them. */
export const destinationTask = taskActions(holidayPlan, holidayDestination, {
  remindWith: 'outing:holidayDestination:close',
  counts: { stay: integer('留校', { required: true }), leave: integer('离校', { required: true }), back: integer('已返校', { required: true }) },
  more: {
    byChoice: counts('去向'),
    byTransport: counts('交通'),
    byProvince: counts('省'),
    byCity: counts('市'),
    byDay: list('每天', shape('天', { date: date('日期', { required: true }), leaving: integer('离校', { required: true }), returning: integer('返校', { required: true }) }), {
      required: true,
    }),
  },
})
export const holidayActions = [...Object.values(ownDestinations), destinationBack, ...Object.values(destinationTask)]
