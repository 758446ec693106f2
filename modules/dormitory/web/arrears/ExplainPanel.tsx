import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { useRead } from '#web/records/useRead.ts'
import { explainCharge } from '../../model/arrears/actions.ts'
import { Explained } from './Explained.tsx'
import './arrears.css'

/** Calculation of a charge, beside the list. */
export function ExplainPanel({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(explainCharge, { id })
  return (
    <Panel open title={title} onClose={onClose}>
      {error && !data ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Bars lines={10} /> : null}
      {data ? <Explained {...data} /> : null}
    </Panel>
  )
}
