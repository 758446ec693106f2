import { measuredOf } from '#web/big-screen/feed.ts'
import { Nobody } from '#web/big-screen/parts.tsx'
import { Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { LEAVE_SCREEN, leaveBigScreen } from '../model/big-screen.ts'
import { leave } from '../model/leave.ts'
import { CentreColumn, LeftColumn, RightColumn } from './screen/columns.tsx'

const LIST = `leave:${leave.name}:list`
/** 请假大屏: current and recent figures. The page is public; the data needs a session or a screen key (20-DS5). */
export default function LeaveScreenPage() {
  return (
    <Wall screen={LEAVE_SCREEN.code} title={t('请假外出')}>
      {({ measured: all, head }) => {
        const measured = measuredOf(all, leaveBigScreen)
        if (!measured) return <Nobody text={t('暂时取不到')} />
        const props = { measured, mayOpen: head.lists.includes(LIST) }
        return (
          <>
            <LeftColumn {...props} />
            <CentreColumn {...props} />
            <RightColumn {...props} />
          </>
        )
      }}
    </Wall>
  )
}
