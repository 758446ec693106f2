import { choice, dict } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { ADJUSTMENTS, adjustmentStates, asked, levelAdjustment } from './adjustment.ts'

const own = ownApplication(levelAdjustment, { form: asked })
export const adjustmentApplication = {
  apply: own.apply('申请提高等级'),
  applyFor: own.applyFor('代为申请提高'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({ level: dict('现在的等级', aidLevel) }),
  mine: own.mine(['kind', 'fromLevel', 'answer', 'answerBy', 'decisionNote'], { verbs: { answer: '申辩' } }),
  card: own.card({
    kind: choice('调整', ADJUSTMENTS, { required: true }),
    fromLevel: levelAdjustment.fields.fromLevel,
    toLevel: levelAdjustment.fields.toLevel,
    state: adjustmentStates.field('状态'),
  }),
}
