import { useNavigate } from 'react-router'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'

interface RankingProps<G> {
  title: string
  /** Accessible name of the chart: what the bars count. */
  label: string
  groups: readonly G[]
  of: (group: G) => number
  unit?: string
  most?: number
  /** Address of the list behind a group. */
  to?: (group: G) => string | undefined
}
/** Groups as horizontal bars, in the order given. */
export function Ranking<G extends { key: string; label: string }>({ title, label, groups, of, unit, most, to }: RankingProps<G>) {
  const go = useNavigate()
  const open = (key: string | undefined): void => {
    const group = groups.find(g => g.key === key)
    const address = group && to?.(group)
    if (address) void go(address)
  }
  const bars = groups.map(g => ({ key: g.key, label: g.label, value: Math.round(of(g) * 10) / 10 }))
  return (
    <Sheet title={title}>
      <RankBars bars={bars} label={label} {...(unit ? { unit } : {})} {...(most ? { most } : {})} {...(to ? { onPick: bar => open(bar.key) } : {})} />
    </Sheet>
  )
}
