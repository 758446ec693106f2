import { bool, datetime, decimal, entity, integer, ref, text } from '#model'
import { repairer } from './workers.ts'

const points = (label: string) => integer(label, { required: true, min: 1, max: 5 })
/** What an applicant thinks of the repair. */
export const marks = { speed: points('速度'), quality: points('质量'), manner: points('态度'), tidy: points('整洁') } as const
export const repairScore = entity(
  'repair.repairScore',
  '维修评价',
  {
    orderId: ref('repairOrder', '报修单', { required: true, immutable: true }),
    repairerId: repairer('维修工', { readonly: true }),
    ...marks,
    mean: decimal('平均', { readonly: true, precision: 3, scale: 2, sortable: true }),
    text: text('评价', { max: 500, multiline: true, search: true }),
    anonymous: bool('匿名', { required: true, initial: false }),
    /** Empty for anonymous ones. */
    raterId: ref('user', '评价人', { readonly: true }),
    callBackNote: text('回访情况', { readonly: true, max: 300 }),
    calledBackAt: datetime('回访时间', { readonly: true }),
  },
  {
    title: 'mean',
    scope: { user: 'repairerId', building: 'orderId.buildingId', campus: 'orderId.campusId' },
    unique: [['orderId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
  },
)
export const meanOf = (m: { speed: number; quality: number; manner: number; tidy: number }): number => (m.speed + m.quality + m.manner + m.tidy) / 4
