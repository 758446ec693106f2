import { Segmented } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { Choosing } from './Choosing.tsx'
import style from './claim.module.css'
import { useMyRound } from './useMyRound.ts'

/** 选床位: from the countdown to the confirmed bed, phone first. */
export default function ChoosePage() {
  return (
    <StudentsOnly title={t('选床位')} otherwise={t('当前账号不是学生，不能选床位')}>
      <Rounds />
    </StudentsOnly>
  )
}
function Rounds() {
  const { read, rounds, mine, choices, choose } = useMyRound()
  if (!rounds) return <Loading of={read} lines={10} />
  if (!mine) return <Empty title={t('现在没有要选床位的轮次')} />
  return (
    <Page title={t('选床位')} help={rounds.length > 1 || mine.turn?.name === mine.name ? null : mine.name} className={style.page}>
      {rounds.length > 1 ? <Segmented block aria-label={t('轮次')} value={mine.id} options={choices} onChange={choose} /> : null}
      <Choosing key={mine.id} mine={mine} />
    </Page>
  )
}
