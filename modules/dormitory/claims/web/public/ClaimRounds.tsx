import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Choosing } from '../Choosing.tsx'
import style from '../claim.module.css'
import { useMyRound } from '../useMyRound.ts'

interface ClaimRoundsProps {
  /** Page where the reader settles fees. */
  feePage: string
  /** Without a round. */
  otherwise: ReactNode
}
/** The reader's rounds inside a page of another realm. */
export function ClaimRounds({ feePage, otherwise }: ClaimRoundsProps) {
  const { read, rounds, mine, choices, choose } = useMyRound()
  if (!rounds) return <Loading of={read} lines={10} />
  if (!mine) return otherwise
  return (
    <Stack gap={3} className={style.page}>
      {rounds.length > 1 ? <Segmented block aria-label={t('轮次')} value={mine.id} options={choices} onChange={choose} /> : null}
      <Choosing key={mine.id} mine={mine} feePage={feePage} />
    </Stack>
  )
}
