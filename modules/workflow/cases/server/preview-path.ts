import { type Approver, type FlowSubject, isEnded, type Path, type PathStep, pathOf, sayBranch } from '#flow/index.ts'
import { fill } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { flowFor, usualOf, wordedFacts } from '../../flows/server/api.ts'
import { CasePeople, type PreviewCase } from './case-people.ts'
import type { Case, Plain } from './cases.ts'
import { snapshotOf } from './submit.ts'

export interface AheadStep {
  node: string
  name: string
  people: string | null
  why: string | null
  usualMin: number | null
}
type Lang = Ctx['lang']
const MOST_NAMES = 5
const SHOWN: ReadonlySet<PathStep['type']> = new Set(['approve', 'handle', 'cc', 'wait', 'auto', 'sub'])
const POLICIES = {
  owner: '没有找到审批人，转给流程负责人',
  upDepartment: '没有找到审批人，转给上一级部门',
  skip: '没有找到审批人，跳过',
  superior: '不能审批自己的申请，转给上一级',
} as const

/** The path of a case if everybody approves; people are loaded as the engine asks for them. */
async function walked(known: CasePeople, of: PreviewCase): Promise<Path> {
  for (;;) {
    const path = pathOf(of.graph, known.world, of.state?.chosen)
    if (!path.needs.length) return path
    await known.loadApprovers(path.needs)
  }
}
async function shown(db: Db, lang: Lang, subject: FlowSubject, of: PreviewCase, known: CasePeople, path: Path): Promise<AheadStep[]> {
  const usual = await usualOf(db, of.def.id)
  const facts = await wordedFacts(db, subject)
  const t = (text: string, values?: Readonly<Record<string, unknown>>): string => fill(translate(lang, text), values)
  const whyOf = (step: PathStep): string | null => {
    if (step.policy) return t(POLICIES[step.policy])
    const before = path.steps.find(s => s.branch?.to === step.node)?.branch
    return before ? sayBranch(before, facts, t) : null
  }
  return path.steps
    .filter(step => SHOWN.has(step.type))
    .map(step => ({ node: step.node, name: translate(lang, step.name), people: peopleText(lang, step.people, known), why: whyOf(step), usualMin: usual.get(step.node) ?? null }))
}
function peopleText(lang: Lang, people: readonly Approver[], known: CasePeople): string | null {
  if (!people.length) return null
  const names = people.map(p => known.nameOf(p.userId))
  return formatWording(lang, firstPeople(names, MOST_NAMES))
}
/** Remaining path of a running case. */
export async function aheadOf({ db, lang }: Ctx, c: Case): Promise<AheadStep[]> {
  if (isEnded(c.state)) return []
  const known = new CasePeople(db, c)
  await known.loadAccounts([c.instance.applicantId, ...Object.values(c.state.chosen ?? {}).flat()])
  const behind = new Set([...c.state.passed, ...c.state.places].map(at => at.node))
  return (await shown(db, lang, c.kind.subject, c, known, await walked(known, c))).filter(step => !behind.has(step.node))
}
/** The path of a row if it were submitted now; stores nothing, notifies nobody. */
export async function previewPath(
  db: Db,
  subject: FlowSubject,
  row: Plain,
  options: { batchId?: string | null; lang?: Lang } = {},
): Promise<{ steps: AheadStep[]; warnings: string[] }> {
  const { snapshot, who } = await snapshotOf(db, subject, row)
  const { def, version } = await flowFor(db, subject.processType, { departmentId: who.departmentId, batchId: options.batchId ?? null })
  const of: PreviewCase = { graph: version.graph, def, snapshot, row, place: who, instance: who }
  const known = new CasePeople(db, of)
  await known.loadAccounts([who.applicantId])
  const path = await walked(known, of)
  const lang = options.lang ?? 'zh-cn'
  return { steps: await shown(db, lang, subject, of, known, path), warnings: path.warnings.map(w => fill(translate(lang, w.text), w.values)) }
}
