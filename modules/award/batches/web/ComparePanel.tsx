import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { RESULTS } from '../../items/model/checks.ts'
import type { Candidate, Field } from './Ranking.tsx'

interface Line {
  name: string
  values: readonly string[]
}
/** Two candidates, fact by fact and condition by condition. */
export function ComparePanel({ of, rows, onClose }: { of: Field; rows: readonly Candidate[]; onClose: () => void }) {
  const [first] = rows
  const facts: Line[] = of.facts.map((name, n) => ({ name: name ?? '', values: rows.map(r => r.values[n] ?? '—') }))
  const checks: Line[] = (first?.checks ?? []).flatMap((c, n) => (c ? [{ name: c.name, values: rows.map(r => t(RESULTS[r.checks[n]?.result ?? 'unknown'])) }] : []))
  const more: Line[] = [
    { name: t('学院排名'), values: rows.map(r => String(r.rankInCollege ?? '—')) },
    { name: t('突出表现'), values: rows.map(r => (r.isOutstanding ? t('有') : t('无'))) },
    { name: t('互斥'), values: rows.map(r => r.warnings.join('、') || '—') },
  ]
  return (
    <Panel open size={720} title={t('比较两人')} onClose={onClose}>
      <PlainTable
        label={t('比较两人')}
        rows={[...more, ...facts, ...checks]}
        keyOf={l => l.name}
        columns={[[t('项目'), l => l.name, { isHead: true }], ...rows.map((r, n) => [r.recipient, (l: Line) => l.values[n], { key: r.id }] as const)]}
      />
    </Panel>
  )
}
