import { t } from '#web/i18n/index.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import style from './check.module.css'
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
    <div className={style.narrow}>
      <header className={style.head}>
        <h1>{t('我的寝室卫生')}</h1>
        <ViewSwitch of={shown} />
      </header>
      {shown.view === 'room' ? <MyRoom /> : shown.view === 'violations' ? <MyViolations /> : <MyCivilised />}
    </div>
  )
}
