import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, declarationStates, evidenceDeclaration } from './declaration.ts'

const own = ownApplication(evidenceDeclaration, { form: asked })
const { kind, title, occurredOn, level, place, teamRole, teamSize, quantity, isDistinct } = asked
/** What an approver sees of a declaration. */
export const shown = { kind, title, occurredOn, level, place, teamRole, teamSize, quantity, state: declarationStates.field('状态') }
export const declaration = {
  apply: own.apply('自主申报'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({}),
  preview: own.preview({ kind, title, occurredOn, level, isDistinct }, {}),
  mine: own.mine([]),
  card: own.card(shown),
}
