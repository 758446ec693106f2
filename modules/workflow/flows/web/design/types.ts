import type { Fact, FlowGraph } from '#flow/index.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import type { FlowProblem, flowOf } from '../../model/process-design.ts'
import { factOf } from '../public/fact-of.ts'

type Answer = AnswerOf<typeof flowOf>
type Writable<T> = T extends ReadonlyArray<infer U> ? Array<NonNullable<U>> : never
export interface FormField {
  name: string
  label: string
  kind: string
}
export type Dwell = Writable<Answer['dwell']>[number]
export type FlowVersion = Writable<Answer['versions']>[number]
/** The designer's initial data, with types for what the wire calls JSON. */
export interface Flow {
  id: string
  version: number
  code: string
  name: string
  processType: string
  processTypeName: string
  state: Answer['state']
  currentVersion: number
  runningCount: number
  draftedAt: string | null
  graph: FlowGraph
  problems: readonly FlowProblem[]
  versions: readonly FlowVersion[]
  facts: readonly Fact[]
  form: readonly FormField[]
  mandatory: Readonly<Record<string, string>>
  autos: Readonly<Record<string, string>>
  positions: Readonly<Record<string, string>>
  dwell: readonly Dwell[]
}
/** The answer of the server as the designer works with it. */
export const flowFrom = (answer: Answer): Flow => ({
  ...answer,
  graph: answer.graph ?? { nodes: [], edges: [] },
  mandatory: answer.mandatory ?? {},
  autos: answer.autos ?? {},
  positions: answer.positions ?? {},
  draftedAt: answer.draftedAt ?? null,
  problems: answer.problems,
  versions: answer.versions,
  facts: answer.facts.map(factOf),
  form: answer.form,
  dwell: answer.dwell,
})
