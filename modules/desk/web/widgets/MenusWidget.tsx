import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { MenuGroup } from '../home/MenuGroup.tsx'

/** The user's menu, by groups. */
export default function MenusWidget() {
  const { menus } = useSession()
  const isNarrow = useNarrow()
  return (
    <WidgetFrame title={t('全部功能')}>
      {menus.length ? (
        menus.map((group, i) => <MenuGroup key={group.id} group={group} index={i} isNarrow={isNarrow} />)
      ) : (
        <NoData text={t('还没有给你开放的功能')} hint={t('请联系系统管理员')} />
      )}
    </WidgetFrame>
  )
}
