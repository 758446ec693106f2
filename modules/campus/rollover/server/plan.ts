import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { phraseValues, type StoredWording } from '#server/i18n/wording.ts'
import { rolloverLine } from '../model/rollover-line.ts'
import { rolloverRun } from '../model/rollover-run.ts'
import { tellColleges } from './notify.ts'
import type { Run } from './run-lock.ts'
import { type PlannedChange, type RolloverStep, stepsOf } from './step.ts'

type Line = Row<typeof rolloverLine>
const markOf = ({ step, key }: Pick<Line, 'step' | 'key'>): string => `${step} ${key}`
/** What a new preview replaces. */
const LEFT = ['planned', 'blocked', 'skipped', 'changed'] as const
interface Planned {
  step: RolloverStep
  change: PlannedChange
}
/** What the steps would do now, in their order; each sees what those before it would. */
async function changesOf(db: Db, run: Run, steps: readonly RolloverStep[]): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const step of steps) {
    const before = planned.map(p => p.change)
    for (const change of await step.preview(db, run, before)) planned.push({ step, change })
  }
  return planned
}
/** 30-BY1: plans what is not done yet, and writes nothing but the plan. A skipped exception stays so as long as it is the same. */
export async function planRun(db: Db, run: Run): Promise<void> {
  const steps = stepsOf(db)
  const before = await db.unscoped(rolloverLine).all({ runId: run.id }) // all lines of the run
  const done = before.filter(line => line.state === 'done')
  const old = new Map(before.filter(line => line.state !== 'done').map(line => [markOf(line), line]))
  const planned = await changesOf(db, run, steps)
  await db.removeWhere(rolloverLine, { runId: run.id, state: LEFT })
  const known = new Set(done.map(markOf))
  const last = Math.max(0, ...done.map(line => line.seq))
  const lines = planned
    .map(({ step, change }, n) => lineOf(run.id, step, change, last + n + 1, old.get(markOf({ step: step.code, key: change.key }))))
    .filter(line => !known.has(markOf(line)))
  await db.insertMany(rolloverLine, lines, { history: false })
  await db.update(rolloverRun, run.id, {
    ...{ state: 'previewed', previewedAt: new Date().toISOString(), note: null, wording: null },
    ...{ done: done.length, total: done.length + lines.filter(line => line.state === 'planned').length },
    steps: steps.map(({ code, title }) => ({ code, title, state: 'planned' as const })),
  })
  await tellColleges(db, run, before)
}
const NO_EXCEPTION = { state: 'planned', problem: null, wording: null, link: null, reason: null, skippedById: null } as const
function lineOf(runId: string, step: RolloverStep, change: PlannedChange, seq: number, old: Line | undefined) {
  const { of, exception, kind, title, key, rowId, rowVersion, before, after, departmentId = null } = change
  const line = { runId, step: step.code, stepTitle: step.title, seq, kind, title: title.slice(0, 120), departmentId, key, rowEntity: of.name, rowId, rowVersion, before, after }
  if (!exception) return { ...line, ...NO_EXCEPTION }
  const said = { ...phraseValues({ wording: null as StoredWording | null }, 'problem', exception.why, 300), link: exception.link }
  const isSkipped = old?.state === 'skipped' && old.problem === said.problem
  const decided = isSkipped ? { state: 'skipped' as const, reason: old.reason, skippedById: old.skippedById } : { state: 'blocked' as const, reason: null, skippedById: null }
  return { ...line, ...said, ...decided }
}
