import { Select } from 'antd'
import { House, LayoutGrid, ListChecks, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { Scroll } from '#web/feedback/Scroll.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { Logo } from '#web/theme/Logo.tsx'
import style from './phone.module.css'
import { useRoles } from './useRoles.ts'

interface Looked {
  isEmpty: boolean
  isLoading: boolean
  error: unknown
  retry: () => void
  content: ReactNode
}
const BAR = [
  [House, '首页'],
  [LayoutGrid, '服务'],
  [ListChecks, '待办'],
  [UserRound, '我的'],
] as const

/** Phone preview for a role. `use` is a hook that loads the role's view. */
export function PhoneFrame({ title, use: useLooked }: { title: string; use: (roleId: string | undefined) => Looked }) {
  const roles = useRoles()
  const info = useAppInfo()
  const [chosen, choose] = useState<string>()
  const roleId = chosen ?? roles.data?.find(r => r.code === 'student')?.id ?? roles.data?.[0]?.id
  const looked = useLooked(roleId)
  return (
    <aside className={style.beside} aria-label={t('手机预览')}>
      <Select
        className="ql-wide"
        prefix={t('以角色预览')}
        aria-label={t('选择角色')}
        value={roleId ?? null}
        options={(roles.data ?? []).map(r => ({ value: r.id, label: t(r.name) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={id => choose(id ?? undefined)}
      />
      <div className={style.phone}>
        <header>
          <Logo size={20} src={info?.logo} />
          <b>{title}</b>
        </header>
        <Scroll className={classes(style.body)} label={title}>
          {looked.error ? <LoadFailed error={looked.error} onRetry={looked.retry} /> : null}
          {looked.isLoading && !looked.error ? <Bars lines={6} /> : null}
          {looked.isEmpty ? <p className="ql-quiet">{t('这个角色在手机上还看不到什么')}</p> : looked.content}
        </Scroll>
        <footer aria-hidden="true">
          {BAR.map(([Icon, word]) => (
            <span key={word} className={word === '服务' ? 'ql-on' : undefined}>
              <Icon size={18} strokeWidth={1.75} />
              {t(word)}
            </span>
          ))}
        </footer>
      </div>
    </aside>
  )
}
