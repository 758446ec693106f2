import { decimal } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, labourSelfRecord, selfStates } from './self-record.ts'

const need = { required: true } as const
const own = ownApplication(labourSelfRecord, { form: asked, answers: ['hours'] })
const { date: day, where, category, minutes, what } = asked
export const selfRecord = {
  apply: own.apply('申报劳动'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({}),
  preview: own.preview({ date: day, category, minutes }, { hours: decimal('学时', need) }),
  mine: own.mine(['hours']),
  card: own.card({ date: day, where, category, minutes, what, hours: decimal('学时', need), state: selfStates.field('状态') }),
}
