import { Segmented } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { myClaims } from '../model/actions.ts'
import { Choosing, EVERY_MS } from './Choosing.tsx'
import style from './claim.module.css'

/** 选床位: from the countdown to the confirmed bed, phone first. */
export default function ChoosePage() {
  return (
    <StudentsOnly title={t('选床位')} otherwise={t('当前账号不是学生，不能选床位')}>
      <Rounds />
    </StudentsOnly>
  )
}
function Rounds() {
  const [params, , put] = useOwnParams()
  const read = useRead(myClaims, {}, { every: EVERY_MS })
  const { data } = read
  if (!data) return <Loading of={read} lines={10} />
  const mine = data.find(m => m.id === params.get('round')) ?? data.find(m => !m.isOver) ?? data[0]
  if (!mine) return <Empty title={t('现在没有要选床位的轮次')} />
  return (
    <Page title={t('选床位')} help={data.length > 1 || mine.turn?.name === mine.name ? null : mine.name} className={style.page}>
      {data.length > 1 ? <Segmented block value={mine.id} options={data.map(m => ({ value: m.id, label: m.name }))} onChange={round => put({ round })} /> : null}
      <Choosing key={mine.id} mine={mine} />
    </Page>
  )
}
