import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { MyCivilised } from './MyCivilised.tsx'
import { MyRoom } from './MyRoom.tsx'
import { MyViolations } from './MyViolations.tsx'

const TABS = { room: '卫生', violations: '违纪', civilised: '文明寝室' } as const

/** 我的寝室卫生: findings in one's room, open statements, and title applications. */
export default function CheckMinePage() {
  return (
    <StudentsOnly title={t('我的寝室卫生')} otherwise={t('当前账号不是学生，没有自己的宿舍')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const shown = useView(TABS, { param: 'tab' })
  return (
    <Page title={t('我的寝室卫生')} views={<ViewSwitch of={shown} />} width="form">
      {shown.view === 'room' ? <MyRoom /> : shown.view === 'violations' ? <MyViolations /> : <MyCivilised />}
    </Page>
  )
}
