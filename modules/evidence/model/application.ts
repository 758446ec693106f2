import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, declarationStates, evidenceDeclaration } from './declaration.ts'

const own = ownApplication(evidenceDeclaration, { form: asked })
const { kind, title, occurredOn, level, place, teamRole, teamSize, quantity } = asked
export const declaration = {
  apply: own.apply('自主申报'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({}),
  preview: own.preview({ kind: asked.kind, title: asked.title, occurredOn, level, isDistinct: asked.isDistinct }, {}),
  mine: own.mine([]),
  card: own.card({ kind, title, occurredOn, level, place, teamRole, teamSize, quantity, state: declarationStates.field('状态') }),
}
