import { bool, choice, decimal, integer, list, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { UNITS } from './item.ts'
import { applicationStates, asked, pointApplication } from './point-application.ts'

const need = { required: true } as const
const own = ownApplication(pointApplication, { form: asked, answers: ['total'] })
const { itemId, occurredOn, points, quantity, what } = asked
const total = pointApplication.fields.total
/** What an approver sees of an application. */
export const shown = { itemId, occurredOn, points, quantity, what, total, state: applicationStates.field('状态') }
export const pointRequest = {
  apply: own.apply('申请加分'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({
    items: list(
      '项目',
      shape('项目', {
        id: text('编号', { ...need, max: 36 }),
        name: text('名称', { ...need, max: 60 }),
        scheme: text('考核方案', { ...need, max: 60 }),
        unit: choice('计分单位', UNITS, need),
        min: decimal('最少', need),
        max: decimal('最多', need),
        needsProof: bool('须证明', need),
        days: integer('几天内申请', need),
      }),
      need,
    ),
  }),
  preview: own.preview({ itemId, occurredOn, points, quantity }, { total: decimal('合计分值', need) }),
  mine: own.mine(['total'], { also: { item: text('考核项目', { ...need, max: 60 }) } }),
  card: own.card(shown),
}
