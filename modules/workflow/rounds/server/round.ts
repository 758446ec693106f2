import { mustAllow, permissionKey, type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { parseAudience } from '#modules/system/model/audience.ts'
import { publishesWith } from '#modules/system/server/api.ts'
import type { Registration } from '#server/base/extension-point.ts'
import { compute, type EntityRules, rules } from '#server/context.ts'
import { phaseOf, type RoundEntity, type RoundRow, roundStates } from '../model/round.ts'
import type { RoundActions } from '../model/round-actions.ts'
import { endApproval } from './approval.ts'
import { mustBeLicensed } from './licensed.ts'
import { type RoundOptions, realmOf, roundKinds } from './round-kinds.ts'
import { roundVerbs } from './verbs.ts'

type Patch = Partial<RoundRow> & Record<string, unknown>
const REMOVED = '已删除'
const SETTLED = ['processType', 'beginTime', 'endTime', 'audience', 'quotas'] as const

/** Registers a kind of batch or task: its rules, actions and select options. Default export of a module's server file. */
export function round<E extends RoundEntity>(of: E, actions: RoundActions, options: RoundOptions<Row<E> & RoundRow>): readonly Registration[] {
  const entity: RoundEntity = of
  const common = options as unknown as RoundOptions
  const permission = permissionKey(of, 'publish')
  return [
    roundKinds.make({ entity, options: common, permission }),
    publishesWith(permission, realmOf(common)),
    rulesOf(entity, common),
    phases(entity),
    ...roundVerbs(entity, actions, common),
  ]
}
const rulesOf = (of: RoundEntity, { processType, approval }: RoundOptions): EntityRules =>
  rules(of, {
    async add(ctx, draft: Patch) {
      await mustBeLicensed(ctx, of)
      draft.processType = processType
      draft.audience = parseAudience(draft.audience)
      draft.ownerDepartmentId ??= ctx.me.departmentId
      checkWindow(of, draft)
    },
    async update(_ctx, row, patch: Patch) {
      const before = row as RoundRow
      if (patch.audience !== undefined) patch.audience = parseAudience(patch.audience)
      refuseSettled(of, before, patch)
      checkWindow(of, { ...before, ...patch })
    },
    async remove(ctx, row) {
      mustAllow(of, { ...row, phase: phaseOf(row as RoundRow) }, 'remove')
      if (approval) await endApproval(ctx, of, row as RoundRow, REMOVED)
    },
  })
function checkWindow(of: RoundEntity, { beginTime, endTime }: Patch): void {
  if (beginTime && endTime && Date.parse(endTime) <= Date.parse(beginTime))
    throw refusalOf(of, 'window', { beginTime: schoolTimeText(beginTime), endTime: schoolTimeText(endTime) }, 'endTime')
}
/** Fields already announced to people: changed only through actions that record a reason and notify again. */
function refuseSettled(of: RoundEntity, before: RoundRow, patch: Patch): void {
  if (before.state === 'draft') return
  const changed = SETTLED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(before[key]))
  if (changed) throw refusalOf(of, 'fixed', { name: before.name, state: roundStates.labels[before.state], what: of.fields[changed].label }, changed)
}
const phases = (of: RoundEntity) =>
  compute(of, ['phase'], async (_ctx, rows) => {
    for (const row of rows as Array<RoundRow & Record<string, unknown>>) row.phase = phaseOf(row)
  })
