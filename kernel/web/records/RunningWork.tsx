import { useQueryClient } from '@tanstack/react-query'
import { Progress } from 'antd'
import type { Entity } from '#model'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { entityKey } from '#web/values/address.ts'

const [BUSY_MS, IDLE_MS] = [2000, 15_000] as const
/** How often to ask for work under way: often while there is some. */
export const whileBusy = (rows: readonly unknown[] | undefined): number => (rows?.length ? BUSY_MS : IDLE_MS)

interface RunningWorkProps {
  /** Whose list follows when one of them has ended. */
  of: Entity
  /** Accessible name of a bar. */
  label: string
  rows: ReadonlyArray<{ id: string; text: string; done: number; total: number }>
}
/** How far the server is with what it works on in the background, one line for each. */
export function RunningWork({ of, label, rows }: RunningWorkProps) {
  const client = useQueryClient()
  useWhenChanged(rows.length, () => void client.invalidateQueries({ queryKey: [...entityKey(of), 'list'] }))
  if (!rows.length) return null
  return (
    <Stack gap={2}>
      {rows.map(({ id, text, done, total }) => (
        <Row key={id} gap={3}>
          <span role="status">{text}</span>
          <Progress percent={Math.min(100, Math.floor((done / total) * 100))} aria-label={label} size="small" />
        </Row>
      ))}
    </Stack>
  )
}
