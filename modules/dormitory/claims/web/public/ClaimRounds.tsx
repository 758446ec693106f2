import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { myClaims } from '../../model/actions.ts'
import { Choosing, EVERY_MS } from '../Choosing.tsx'
import style from '../claim.module.css'

interface ClaimRoundsProps {
  /** Page where the reader settles fees. */
  feePage: string
  /** Without a round. */
  otherwise: ReactNode
}
/** The reader's rounds inside a page of another realm. */
export function ClaimRounds({ feePage, otherwise }: ClaimRoundsProps) {
  const [params, , put] = useOwnParams()
  const read = useRead(myClaims, {}, { every: EVERY_MS })
  const { data } = read
  if (!data) return <Loading of={read} lines={10} />
  const mine = data.find(m => m.id === params.get('round')) ?? data.find(m => !m.isOver) ?? data[0]
  if (!mine) return otherwise
  return (
    <Stack gap={3} className={style.page}>
      {data.length > 1 ? (
        <Segmented block aria-label={t('轮次')} value={mine.id} options={data.map(m => ({ value: m.id, label: m.name }))} onChange={round => put({ round })} />
      ) : null}
      <Choosing key={mine.id} mine={mine} feePage={feePage} />
    </Stack>
  )
}
