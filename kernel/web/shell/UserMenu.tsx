import { useQuery } from '@tanstack/react-query'
import type { MenuProps } from 'antd'
import { ALargeSmall, CircleUserRound, House, KeyRound, Languages, LockKeyhole, LogOut, Maximize2, Minimize2, Moon, Search, SlidersHorizontal, Sun } from 'lucide-react'
import { useState } from 'react'
import { useSignal } from '#web/base/signal.ts'
import { Menu } from '#web/feedback/Menu.tsx'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { language, t } from '#web/i18n/index.ts'
import { useLanguages } from '#web/session/LanguageMenu.tsx'
import { useMe } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { chooseTheme, theme } from '#web/theme/config.ts'
import { openSearch } from './searching.ts'
import style from './shell.module.css'
import { sizeNames } from './sizes.ts'
import { UserDialogs } from './UserDialogs.tsx'
import { settings, useUserActs } from './userActs.ts'

const icon = { size: 16, strokeWidth: 1.75 } as const
/** Avatar and name in the top bar, with the user menu. */
export function UserMenu() {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu trigger={['click']} placement="bottomRight" onOpenChange={setOpen} menu={{ items: useItems(isOpen), style: { minWidth: 184 } }}>
        <button type="button" className={style.person}>
          <Avatar name={me.nickName} src={me.avatarUrl} />
          <span>{me.nickName}</span>
          {me.detail.departmentName && <small>{me.detail.departmentName}</small>}
          <span className="visually-hidden">{t('个人菜单')}</span>
        </button>
      </Menu>
      <UserDialogs />
    </>
  )
}
function useItems(isOpen: boolean): MenuProps['items'] & object {
  const acts = useUserActs()
  const { globalComponentSize } = useSignal(theme)
  const languages = useLanguages()
  const hasErrorEntries = useErrorEntries(isOpen)
  const isFull = document.fullscreenElement !== null
  return [
    { key: 'home', icon: <House {...icon} />, label: t('首页'), onClick: acts.home },
    { key: 'personal', icon: <CircleUserRound {...icon} />, label: t('个人中心'), onClick: acts.personal },
    ...(acts.hasPassword ? [{ key: 'password', icon: <KeyRound {...icon} />, label: t('修改密码'), onClick: acts.changePassword }] : []),
    { type: 'divider' },
    {
      key: 'size',
      icon: <ALargeSmall {...icon} />,
      label: t('组件大小'),
      children: sizeNames().map(([size, name]) => ({ key: size, label: name, disabled: size === globalComponentSize, onClick: () => chooseTheme({ globalComponentSize: size }) })),
    },
    {
      key: 'language',
      icon: <Languages {...icon} />,
      label: t('语言'),
      children: languages.map(l => ({
        key: l.code,
        label: <span lang={l.html}>{l.name}</span>,
        disabled: l.code === language(),
        onClick: () => chooseTheme({ globalI18n: l.code }),
      })),
    },
    { key: 'search', icon: <Search {...icon} />, label: t('搜索菜单'), onClick: openSearch },
    { key: 'layout', icon: <SlidersHorizontal {...icon} />, label: t('界面设置'), onClick: () => settings.set('open') },
    { key: 'dark', icon: acts.dark ? <Sun {...icon} /> : <Moon {...icon} />, label: acts.dark ? t('浅色模式') : t('深色模式'), onClick: acts.toggleDark },
    { key: 'fullscreen', icon: isFull ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />, label: isFull ? t('退出全屏') : t('全屏'), onClick: acts.toggleFullScreen },
    { key: 'lock', icon: <LockKeyhole {...icon} />, label: t('锁屏'), onClick: acts.lock },
    { type: 'divider' },
    ...(hasErrorEntries
      ? [{ key: '404', label: t('404 页面'), onClick: acts.missing }, { key: '401', label: t('401 页面'), onClick: acts.forbidden }, { type: 'divider' as const }]
      : []),
    { key: 'leave', icon: <LogOut {...icon} />, label: t('退出登录'), onClick: acts.leave },
  ]
}
/** A school can restrict the entries to the error pages to administrators. */
function useErrorEntries(isOpen: boolean): boolean {
  const isAdmin = useMe().detail.roles?.includes('admin') ?? false
  const params = useQuery({
    queryKey: ['shellParams'],
    queryFn: () => get<{ content: { errorEntries?: string } }>(port('parameterGroup'), { paramsId: 'shell' }, { quiet: true }),
    enabled: isOpen,
    staleTime: 300_000,
    meta: { inPlace: true },
  })
  return isAdmin || params.data?.content.errorEntries !== 'admin'
}
