import { useQuery } from '@tanstack/react-query'
import { Drawer, Segmented } from 'antd'
import { ChevronDown, ChevronRight, CircleUserRound, KeyRound, LayoutGrid, LockKeyhole, LogOut, Moon, SlidersHorizontal, Sun } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { language, t } from '#web/i18n/index.ts'
import { useLanguages } from '#web/session/LanguageMenu.tsx'
import { columnsOf, type MenuEntry } from '#web/session/menu.ts'
import { phoneRoutesQuery } from '#web/session/queries.ts'
import { useMe, useSession } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { chooseTheme } from '#web/theme/config.ts'
import drawer from './drawer.module.css'
import { EntryLink } from './EntryLink.tsx'
import MenuIcon from './MenuIcon.tsx'
import { matchScreen } from './match.ts'
import { PhoneMenu } from './PhoneMenu.tsx'
import { settings, useUserActs } from './userActs.ts'

/** The menu, and the phone's own entries above it. */
export function Services({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { menus, screens } = useSession()
  const phone = useQuery({ ...phoneRoutesQuery, enabled: open })
  const current = matchScreen(screens, useLocation().pathname)?.id
  const link = (entry: MenuEntry) => <EntryLink key={entry.id} entry={entry} className={entry.id === current ? drawer.here : undefined} onOpened={onClose} />
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" size="78%" title={t('服务')} styles={{ body: { paddingBlock: 8 } }}>
      {phone.data?.length ? <PhoneMenu entries={phone.data} onOpened={onClose} /> : null}
      <div className={drawer.menu}>
        <Link to="/servicecenter" onClick={onClose}>
          <LayoutGrid size={20} strokeWidth={1.75} />
          {t('办事大厅')}
          <ChevronRight size={18} strokeWidth={1.75} className={drawer.onward} />
        </Link>
        {menus.map((group, i) =>
          group.children?.length ? (
            <details key={group.id} open={i === 0 && !phone.data?.length}>
              <summary>
                <MenuIcon name={group.meta.icon} size={20} />
                {group.meta.title}
                <ChevronDown size={18} strokeWidth={1.75} />
              </summary>
              <div>
                {columnsOf(group).map(column => (
                  <section key={column.title}>
                    {column.title && <h3>{column.title}</h3>}
                    {column.entries.map(link)}
                  </section>
                ))}
              </div>
            </details>
          ) : (
            link(group)
          ),
        )}
      </div>
    </Drawer>
  )
}
/** The reader's own: profile, password, look, language, sign out. */
export function Mine({ open, onClose }: { open: boolean; onClose: () => void }) {
  const me = useMe()
  const acts = useUserActs()
  const languages = useLanguages()
  const icon = { size: 20, strokeWidth: 1.75 } as const
  const does = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" size="auto" title={t('我的')}>
      <Link to="/personalcenter" className={drawer.who} onClick={onClose}>
        <Avatar name={me.nickName} src={me.avatarUrl} size={48} />
        <div>
          <b>{me.nickName}</b>
          <small>{[me.accountNo, me.detail.className ?? me.detail.departmentName].filter(Boolean).join(' · ')}</small>
        </div>
        <ChevronRight size={20} strokeWidth={1.75} className={drawer.onward} />
      </Link>
      <div className={drawer.menu}>
        <button type="button" onClick={does(acts.personal)}>
          <CircleUserRound {...icon} />
          {t('个人中心')}
        </button>
        {acts.hasPassword && (
          <button type="button" onClick={does(acts.changePassword)}>
            <KeyRound {...icon} />
            {t('修改密码')}
          </button>
        )}
        <button type="button" onClick={acts.toggleDark}>
          {acts.dark ? <Sun {...icon} /> : <Moon {...icon} />}
          {acts.dark ? t('浅色模式') : t('深色模式')}
        </button>
        <button type="button" onClick={does(() => settings.set('open'))}>
          <SlidersHorizontal {...icon} />
          {t('界面设置')}
        </button>
        <button type="button" onClick={does(acts.lock)}>
          <LockKeyhole {...icon} />
          {t('锁屏')}
        </button>
        <div className={drawer.languages}>
          <Segmented
            block
            style={{ flex: 1 }}
            value={language()}
            options={languages.map(l => ({ value: l.code, label: l.name }))}
            onChange={globalI18n => chooseTheme({ globalI18n })}
          />
        </div>
        <button type="button" onClick={does(acts.leave)}>
          <LogOut {...icon} />
          {t('退出登录')}
        </button>
      </div>
    </Drawer>
  )
}
