import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { mySigns } from '../model/read-actions.ts'
import { Devices } from './mine/Devices.tsx'
import { Past } from './mine/Past.tsx'
import { SignCard } from './mine/SignCard.tsx'
import { useScanned } from './mine/useScanned.ts'

const EVERY_MS = 30_000
/** 我的签到: open sign-ins with one button each, and the last weeks. */
export default function MinePage() {
  return (
    <StudentsOnly title={t('我的签到')} otherwise={t('当前账号不是学生，没有自己的签到')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const [params] = useOwnParams()
  const named = params.get('id')
  const scanned = useScanned()
  const read = useRead(mySigns, {}, { every: EVERY_MS, follows: 'todo' })
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const open = data.filter(row => row.state === 'open').sort((a, b) => Number(b.occurrenceId === named) - Number(a.occurrenceId === named))
  const past = data.filter(row => row.state !== 'open')
  return (
    <Page title={t('我的签到')} width="form">
      {scanned.error ? <Refused what={t('没有签上')} error={scanned.error} /> : null}
      {scanned.isBusy ? <p role="status">{t('正在签到')}</p> : null}
      {open.length ? null : <Empty title={t('现在没有要签的')} />}
      {open.map(row => (
        <SignCard key={row.id} row={row} isNamed={row.occurrenceId === named} ticket={scanned.ticket?.occurrenceId === row.occurrenceId ? scanned.ticket.ticket : undefined} />
      ))}
      {past.length ? <Past rows={past} named={params.get('makeup')} /> : null}
      <Devices />
    </Page>
  )
}
