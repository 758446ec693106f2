import { Tag } from 'antd'
import { evidenceKind, evidenceLevel, evidencePlace } from '#modules/evidence/model/evidence.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { INDEX_KINDS } from '../../../schemes/model/index-row.ts'
import { RANK_SCOPES, STAGES } from '../../../schemes/model/scheme.ts'
import type { explainSheet } from '../../model/actions.ts'
import { EXCLUDED, rankText, scoreText, sheetStates } from '../../model/sheet.ts'

type Explained = AnswerOf<typeof explainSheet>
export type Node = NonNullable<Explained['nodes'][number]>
type Line = NonNullable<Node['lines'][number]>
/** A sheet to the point: total and ranks, then each dimension with its indexes, the entries under them and their rules. */
export function SheetView({ of, edit }: { of: Explained; edit?: (node: Node) => React.ReactNode }) {
  const corrections = of.corrections.flatMap(c => c ?? [])
  return (
    <Stack>
      <Row gap={2}>
        <StateTag of={sheetStates} state={of.state} />
        {of.isSelfMissed ? <Tag>{t('未自评')}</Tag> : null}
        {of.excludedReason ? <Tag>{t(EXCLUDED[of.excludedReason])}</Tag> : null}
      </Row>
      {of.pendingReason ? <p className="ql-help">{t('还缺成绩：{{courses}}。补齐以前不参加排名。', { courses: of.pendingReason })}</p> : null}
      {of.returnedReason ? <p className="ql-help">{t('退回原因：{{reason}}', { reason: of.returnedReason })}</p> : null}
      <Figures label={t('总分和名次')}>
        <Figure label={t('总分')} value={scoreText(of.total)} />
        {of.ranks.map(r => r && <Figure key={r.scope} label={t(RANK_SCOPES[r.scope])} value={rankText(r.rank, r.size)} />)}
      </Figures>
      {corrections.length ? <Corrections of={corrections} /> : null}
      <Dimensions of={of} edit={edit} />
    </Stack>
  )
}
/** Each dimension with its indexes and their entries, then what no rule counts. */
export function Dimensions({ of, edit }: { of: Pick<Explained, 'nodes' | 'unused'>; edit?: ((node: Node) => React.ReactNode) | undefined }) {
  const nodes = of.nodes.flatMap(n => n ?? [])
  const root = nodes.find(n => n.parentId === null)
  const unused = of.unused.flatMap(l => l ?? [])
  return (
    <>
      {nodes
        .filter(n => n.parentId === root?.id)
        .map(d => (
          <Sheet key={d.id} title={d.name} note={`${scoreText(d.score)} / ${d.maxScore}`}>
            <Indexes of={below(nodes, d)} edit={edit} />
          </Sheet>
        ))}
      {unused.length ? (
        <Sheet title={t('{{n}} 条佐证没有计分', { n: unused.length })}>
          <p className="ql-help">{t('已核实，但这个方案没有给它们计分的规则。')}</p>
          <Lines of={unused} />
        </Sheet>
      ) : null}
    </>
  )
}
/** Earlier versions of the result: what it was, and why it changed. */
const Corrections = ({ of }: { of: ReadonlyArray<NonNullable<Explained['corrections'][number]>> }) => (
  <Sheet title={t('结果更正')}>
    <PlainTable
      label={t('结果更正')}
      rows={of}
      keyOf={c => c.resultNo}
      isCardsOnPhone
      columns={[
        [t('时间'), c => formatDatetime(c.at), { isHead: true }],
        [t('总分'), c => `${scoreText(c.fromTotal)} → ${scoreText(c.toTotal)}`],
        [t('名次'), c => `${c.fromRank ?? '—'} → ${c.toRank ?? '—'}`],
        [t('得分变动'), c => c.changes ?? '—'],
        [t('原因'), c => c.reason],
      ]}
    />
  </Sheet>
)
/** An index with all below it, each before what it is made of. */
const below = (nodes: readonly Node[], of: Node): Node[] => [of, ...nodes.filter(n => n.parentId === of.id).flatMap(n => below(nodes, n))]
function Indexes({ of, edit }: { of: readonly Node[]; edit: ((node: Node) => React.ReactNode) | undefined }) {
  return (
    <Stack gap={3}>
      {of.map(n => (
        <div key={n.id}>
          <Row spread="between">
            <span>
              {n.name} <span className="ql-quiet">{n.how ?? t(n.stage ? STAGES[n.stage] : INDEX_KINDS[n.kind])}</span>
            </span>
            <b>
              {scoreText(n.score)} <span className="ql-quiet">/ {n.maxScore}</span>
            </b>
          </Row>
          {n.explanation ? <p className="ql-help">{n.explanation}</p> : null}
          {n.reason ? <p className="ql-help">{t('原因：{{reason}}', { reason: n.reason })}</p> : null}
          {edit?.(n)}
          {n.lines.length ? <Lines of={n.lines.flatMap(l => l ?? [])} /> : null}
        </div>
      ))}
    </Stack>
  )
}
function Lines({ of }: { of: readonly Line[] }) {
  const [kinds, levels, places] = [useDict(evidenceKind), useDict(evidenceLevel), useDict(evidencePlace)]
  const what = ({ kind, level, place }: Line): string => [dictLabel(kinds, kind), level && dictLabel(levels, level), place && dictLabel(places, place)].filter(Boolean).join(' ')
  return (
    <PlainTable
      label={t('佐证')}
      rows={of}
      keyOf={l => l.id}
      isCardsOnPhone
      columns={[
        [t('内容'), l => l.title, { isHead: true }],
        [t('日期'), l => formatDate(l.occurredOn)],
        [t('类别'), what],
        [t('计分规则'), l => l.rule ?? '—'],
        [t('计分'), l => (l.points === null ? '—' : l.counts ? scoreText(l.points) : t('{{points}}（同一成果已计更高的）', { points: scoreText(l.points) })), { isNumber: true }],
      ]}
    />
  )
}
