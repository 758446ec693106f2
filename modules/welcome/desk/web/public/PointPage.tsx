import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useKeptRead } from '#web/records/useKeptRead.ts'
import { myPoints } from '../../model/actions.ts'

export type Point = NonNullable<AnswerOf<typeof myPoints>[number]>
/** Page of whoever works at points of enrolment: picks one of theirs, kept for a hall without a network, and does there what `children` draws. */
export function PointPage({ title, children }: { title: string; children: (point: Point) => ReactNode }) {
  const read = useKeptRead(myPoints, {})
  const [chosen, setChosen] = useState<string>()
  return (
    <Page title={title} width="form">
      <Loaded of={read}>
        {rows => {
          const points = rows.flatMap(row => row ?? [])
          const point = points.find(p => p.id === chosen) ?? points[0]
          if (!point) return <Empty title={t('你还不是任何办理点的工作人员')} />
          return (
            <Stack gap={4}>
              <Select aria-label={t('办理点')} size="large" value={point.id} options={points.map(p => ({ value: p.id, label: p.name }))} onChange={setChosen} />
              {children(point)}
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}
