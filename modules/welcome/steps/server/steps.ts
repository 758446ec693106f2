import { type Row, refusalOf } from '#model'
import { parseAudience } from '#modules/system/model/audience.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { addUsual, autoSources } from '../model/actions.ts'
import { welcomeBatch } from '../model/batch.ts'
import { welcomePoint } from '../model/point.ts'
import { welcomeStep } from '../model/step.ts'
import { welcomeStepState } from '../model/step-state.ts'
import { USUAL } from '../model/usual.ts'

type Step = Row<typeof welcomeStep>
const WHO = ['code', 'kind', 'dependsOn', 'audience', 'autoSource', 'phase', 'required'] as const
/** Who has to do what is settled with the publication; names, times and roles may still be corrected. */
async function mustBeDraft(db: Db, batchId: string, what: string): Promise<void> {
  const batch = await db.visibleFor(welcomeBatch, 'welcome:welcomeBatch:list').lock(batchId)
  if (batch.state !== 'draft') throw refusalOf(welcomeStep, 'published', { batch: batch.name, what: { text: what } })
}
function checkStep(db: Db, row: Step): void {
  const { kind, autoSource, dependsOn, code, openFrom, openTo } = row
  if ((kind === 'auto') !== Boolean(autoSource)) throw refusalOf(welcomeStep, 'source', {}, 'autoSource')
  if (autoSource && !db.registered(welcomeSources).some(s => s.code === autoSource)) throw refusalOf(welcomeStep, 'unknownSource', { code: autoSource }, 'autoSource')
  if (dependsOn?.includes(code)) throw refusalOf(welcomeStep, 'itself', {}, 'dependsOn')
  if (openFrom && openTo && openTo <= openFrom) throw refusalOf(welcomeStep, 'window', { from: openFrom, to: openTo }, 'openTo')
}
const stepRules = rules(welcomeStep, {
  async add({ db }, draft) {
    await mustBeDraft(db, draft.batchId ?? '', '增加环节')
    if (draft.audience) draft.audience = parseAudience(draft.audience)
    checkStep(db, draft as Step)
  },
  async update({ db }, row, patch) {
    if (WHO.some(name => patch[name] !== undefined && JSON.stringify(patch[name]) !== JSON.stringify(row[name]))) await mustBeDraft(db, row.batchId, '修改环节的对象和前置')
    if (patch.audience) patch.audience = parseAudience(patch.audience)
    checkStep(db, { ...row, ...patch } as Step)
  },
  remove: async ({ db }, row) => mustBeDraft(db, row.batchId, '删除环节'),
})
async function checkPoint(db: Db, { batchId, stepCodes }: { batchId: string; stepCodes: ReadonlyArray<string | null> }): Promise<void> {
  const steps = await db.unscoped(welcomeStep).all({ batchId }) // open to whoever sets up a batch
  for (const code of stepCodes) {
    const step = steps.find(s => s.code === code)
    if (!step) throw refusalOf(welcomePoint, 'unknownStep', { code }, 'stepCodes')
    // an automatic step on site has a page of its own, and people who work at it
    if (step.kind === 'auto' && step.phase !== 'site') throw refusalOf(welcomePoint, 'selfStep', { step: step.name }, 'stepCodes')
  }
}
const pointRules = rules(welcomePoint, {
  add: ({ db }, draft) => checkPoint(db, draft as Row<typeof welcomePoint>),
  async update({ db }, row, patch) {
    if (patch.stepCodes) await checkPoint(db, { batchId: row.batchId, stepCodes: patch.stepCodes })
  },
  async remove({ db }, row) {
    const count = await db.unscoped(welcomeStepState).count({ pointId: row.id }) // whoever it was done for
    if (count) throw refusalOf(welcomePoint, 'used', { name: row.name, count })
  },
})
const usual = handle(addUsual, async ({ db }, { batchId }) => {
  await mustBeDraft(db, batchId, '增加环节')
  const known = new Set(db.registered(welcomeSources).map(s => s.code))
  const drafts = USUAL.filter(s => !s.autoSource || known.has(s.autoSource))
  const offered = new Set(drafts.map(s => s.code))
  const added = await db.insertMany(
    welcomeStep,
    drafts.map((step, n) => ({ ...step, batchId, dependsOn: step.dependsOn.filter(code => offered.has(code)), sort: (n + 1) * 10 })),
    { skipExisting: true },
  )
  return { added }
})
const sources = handle(autoSources, async ({ db }) => db.registered(welcomeSources).map(({ code, title }) => ({ code, title })))
export default [stepRules, pointRules, usual, sources]
