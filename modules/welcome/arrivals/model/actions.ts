import { action, datetime, integer, list, pickFields, ref, revealed, shape, text } from '#model'
import { submitStep } from '../../steps/model/actions.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { arrivalPlan } from './slot.ts'

const need = { required: true } as const
const { permission } = submitStep
const { fields } = arrivalPlan
const form = { ...pickFields(fields, ['slotId', 'transport', 'serviceNo', 'station', 'companions', 'pickUp']), plate: fields.plate } as const
const refusals = { ...welcomeMember.options.refusals, ...arrivalPlan.options.refusals }
/** The slots of one's own batch, and what was registered. */
export const myArrival = action('welcome.arrivalPlan.mine', '我的到站登记', {
  method: 'GET',
  realms: ['welcome'],
  permission,
  output: {
    slots: list(
      '时段',
      shape('时段', {
        id: text('编号', { ...need, max: 36 }),
        campus: text('校区', { ...need, max: 60 }),
        from: datetime('开始', need),
        to: datetime('结束', need),
        free: integer('还可约', need),
      }),
      need,
    ),
    plan: shape('登记', { ...form, plate: revealed(fields.plate, 'the student’s own') }),
  },
  refusals,
})
/** 30-WI1 */
export const savePlan = action('welcome.arrivalPlan.save', '登记到站', { realms: ['welcome'], permission, input: form, output: 'none', refusals })
/** 到站统计: people by station and hour, and the buses it takes to fetch them. */
export const stations = action('welcome.arrivalPlan.stations', '到站统计', {
  method: 'GET',
  permission: 'welcome:arrivalPlan:list',
  input: { batchId: ref('welcomeBatch', '批次') },
  output: {
    batchId: text('批次', { max: 36 }),
    members: integer('新生', need),
    planned: integer('已登记', need),
    groups: list(
      '到站',
      shape('到站', {
        station: text('到站', { ...need, max: 40 }),
        from: datetime('时段', need),
        students: integer('新生', need),
        people: integer('含陪同', need),
        pickUp: integer('接站', need),
        buses: integer('车辆', need),
      }),
      need,
    ),
  },
})
export const arrivalActions = [myArrival, savePlan, stations]
