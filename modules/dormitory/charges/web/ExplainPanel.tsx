import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { useRead } from '#web/records/useRead.ts'
import { explainCharge } from '../model/actions.ts'
import { Explained } from './Explained.tsx'

/** Calculation of a charge, beside the list. */
export function ExplainPanel({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const read = useRead(explainCharge, { id })
  const { data } = read
  return (
    <Panel open title={title} onClose={onClose}>
      {data ? <Explained {...data} /> : <Loading of={read} lines={10} />}
    </Panel>
  )
}
