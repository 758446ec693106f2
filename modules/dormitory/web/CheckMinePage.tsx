import { Segmented } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useMe } from '#web/session/useCan.ts'
import { MyCivilised } from './check/MyCivilised.tsx'
import { MyRoom } from './check/MyRoom.tsx'
import { MyViolations } from './check/MyViolations.tsx'
import './check/check.css'
import './check/own.css'

const TABS = { room: '卫生', violations: '违纪', civilised: '文明寝室' } as const
type Tab = keyof typeof TABS
const isTab = (text: string | null): text is Tab => text !== null && text in TABS

/** 我的寝室卫生: findings in one's room, open statements, and title applications. */
export default function CheckMinePage() {
  const [params, , put] = useOwnParams()
  const { studentId } = useMe().detail
  const given = params.get('tab')
  const tab: Tab = isTab(given) ? given : 'room'
  if (!studentId) return <Empty title={t('当前账号不是学生，没有自己的宿舍')} />
  return (
    <div className="check-narrow">
      <header className="check-head">
        <h1>{t('我的寝室卫生')}</h1>
        <Segmented
          value={tab}
          options={Object.entries(TABS).map(([value, label]) => ({ value: value as Tab, label: t(label) }))}
          onChange={next => put({ tab: next === 'room' ? undefined : next })}
        />
      </header>
      {tab === 'room' ? <MyRoom /> : tab === 'violations' ? <MyViolations /> : <MyCivilised />}
    </div>
  )
}
