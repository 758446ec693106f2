import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { AppealPart } from '../../appeals/web/public/AppealPart.tsx'
import { myPunishments } from '../../cases/model/my-actions.ts'
import { type Mine, MyPunishment } from '../../cases/web/public/MyPunishment.tsx'
import { LiftPart } from '../../lifting/web/public/LiftPart.tsx'

/** 我的处分: what is decided, what you can do, until when. */
export default function MyPunishmentsPage() {
  return (
    <StudentsOnly title={t('我的处分')} otherwise={t('当前账号不是学生，没有自己的处分')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myPunishments, {})
  return (
    <Page title={t('我的处分')} width="form">
      <Loaded of={read}>{rows => (rows.length ? rows.map(row => <One key={row.id} row={row} />) : <Empty title={t('没有处分')} />)}</Loaded>
    </Page>
  )
}
const One = ({ row }: { row: Mine }) => (
  <MyPunishment row={row}>
    {row.state === 'inForce' || row.state === 'liftPending' ? <LiftPart punishmentId={row.id} isProbation={row.level === 'probation'} /> : null}
    {row.servedOn ? <AppealPart punishmentId={row.id} mayAppeal={row.mayAppeal} /> : null}
  </MyPunishment>
)
