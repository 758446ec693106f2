import { extensionPoint, type Registration, solePoint } from '../base/extension-point.ts'
import { type Ctx, type Db, onMany } from '../context.ts'

/** Kinds of evidence. Health, consultation, attention and hardship are none of them (50-EV3). */
export const EVIDENCE_KINDS = [
  'award',
  'punishment',
  'activity',
  'volunteer',
  'office',
  'labour',
  'certificate',
  'competition',
  'paper',
  'dormitoryCheck',
  'absence',
  'practice',
  'enlistment',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]
/** What is known of a student, stated once by the module that knows it; evaluation, points and hours are made of it elsewhere. */
export interface EvidenceFact {
  studentId: string
  /** Date of the school. */
  occurredOn: string
  /** The row it comes from. With the source's code, the student and the kind it names the fact: stated again, it is not kept twice. */
  sourceId: string
  kind: EvidenceKind
  /** Keys of the dictionaries evidenceLevel and evidencePlace. */
  level?: string | null
  place?: string | null
  teamRole?: 'individual' | 'lead' | 'member' | null
  teamSize?: number | null
  /** Hours or times. */
  quantity?: number | null
  /** Equal for what is one achievement. */
  achievementKey?: string | null
  title: string
}
type Payloads = ReadonlyArray<Readonly<Record<string, unknown>>>
export interface EvidenceSource extends Registration {
  kind: 'evidenceSource'
  /** `sourceType` of its entries: `{module}.{name}`. */
  code: string
  label: string
}
export const evidenceSources = extensionPoint<EvidenceSource>('evidenceSource', { id: s => s.code })
/** Answered by the module that keeps evidence. */
export interface EvidenceStore extends Registration {
  kind: 'evidenceStore'
  /** Makes what stands of these sources equal to the facts: new ones are kept, others reversed (50-EV2). */
  settle(db: Db, source: string, sourceIds: readonly string[], facts: readonly EvidenceFact[], reason: string): Promise<void>
}
export const evidenceStores = solePoint<EvidenceStore>('evidenceStore')

interface Stated extends Omit<EvidenceSource, 'kind'> {
  /** Events of the module after which something is known, or known otherwise. */
  events: readonly string[]
  /** Ids of the rows that the events are about. */
  about(payloads: Payloads): readonly string[]
  /** What stands of these rows now. */
  facts(ctx: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<readonly EvidenceFact[]>
}
/** Declares what a module states about students; what stood of a row before and does not stand now is reversed. Default export of a server file. */
export const evidenceSource = ({ events, about, facts, ...source }: Stated): Registration[] => [
  evidenceSources.make(source),
  onMany(events, `evidence.${source.code}`, async (ctx, payloads) => {
    const ids = [...new Set(about(payloads))]
    const store = evidenceStores.of(ctx.db)
    if (store && ids.length) await store.settle(ctx.db, source.code, ids, await facts(ctx, ids), source.label)
  }),
]
