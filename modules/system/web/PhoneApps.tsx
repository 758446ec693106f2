import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { ArrowUp, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { permissionKey } from '#model'
import { Refused } from '#web/feedback/Refused.tsx'
import { useSorting } from '#web/forms/useSorting.ts'
import { address, post } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import MenuIcon from '#web/shell/MenuIcon.tsx'
import { tintAt, tintStyle } from '#web/theme/Avatar.tsx'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { appCategory, appName, arrangeApps } from '../model/app.ts'
import { BADGES } from '../model/menu.ts'
import { audienceText } from './appForm.tsx'
import type { AppRow } from './MobileServicePage.tsx'
import style from './phone.module.css'

interface Props {
  apps: readonly AppRow[]
  onOpen: (app: AppRow) => void
}
const isShown = (app: AppRow): boolean => app.isEnabled && app.terminals.includes('mobile')

/** Apps by category in order; those hidden on phones come last. */
export function PhoneApps({ apps, onOpen }: Props) {
  const client = useQueryClient()
  const [order, setOrder] = useState(apps.map(a => a.id))
  const categories = useDict(appCategory)
  const mayMove = useCan(permissionKey(appName, 'update'))
  const fresh = () => Promise.all([appName.name, 'service'].map(name => client.invalidateQueries({ queryKey: entityKey(name) })))
  const arrange = useMutation({
    mutationFn: (ids: string[]) => post(actionAddress(arrangeApps), { ids }, { quiet: true }),
    onSuccess: fresh,
    onError: () => setOrder(apps.map(a => a.id)),
  })
  const show = useMutation({ mutationFn: (patch: Record<string, unknown>) => post(address(appName, 'update'), patch, { quiet: true }), onSuccess: fresh })
  const turn = (app: AppRow, isOn: boolean) =>
    show.mutate({ id: app.id, version: app.version, terminals: isOn ? [...app.terminals, 'mobile'] : app.terminals.filter(one => one !== 'mobile') })
  const byId = new Map(apps.map(a => [a.id, a]))
  const inOrder = order.flatMap(id => byId.get(id) ?? [])
  const shown = [...Map.groupBy(inOrder.filter(isShown), a => a.category)]
  const hidden = inOrder.filter(a => !isShown(a))
  /** Apps of a group are kept adjacent, so that phones show the groups in this order. */
  const put = (groups: ReadonlyArray<readonly AppRow[]>) => {
    const next = [...groups.flat(), ...hidden].map(a => a.id)
    setOrder(next)
    arrange.mutate(next)
  }
  const groups = shown.map(([, own]) => own)
  const sorted = (at: number, ids: readonly string[]) => put(groups.map((own, n) => (n === at ? ids.flatMap(id => byId.get(id) ?? []) : own)))
  const raise = (at: number) => put(groups.map((own, n) => (n === at - 1 ? (groups[at] ?? []) : n === at ? (groups[at - 1] ?? []) : own)))
  const error = arrange.error ?? show.error
  return (
    <>
      {error ? <Refused what={t('没有保存')} error={error} /> : null}
      {shown.map(([category, own], at) => (
        <section key={category}>
          <header>
            <h2>{dictLabel(categories, category)}</h2>
            {at > 0 && mayMove ? (
              <Button type="text" size="small" icon={<ArrowUp size={15} />} onClick={() => raise(at)}>
                {t('上移分组')}
              </Button>
            ) : null}
          </header>
          <Sorted apps={own} tint={at} onSorted={ids => sorted(at, ids)} onOpen={onOpen} onTurn={turn} />
        </section>
      ))}
      {hidden.length ? (
        <section>
          <h2>{t('手机上不显示')}</h2>
          <ul>
            {hidden.map(app => (
              <Line key={app.id} app={app} tint={3} onOpen={onOpen} onTurn={turn} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
interface LineProps {
  tint: number
  onOpen: (app: AppRow) => void
  onTurn: (app: AppRow, isOn: boolean) => void
}
function Sorted({ apps, onSorted, ...line }: LineProps & { apps: readonly AppRow[]; onSorted: (ids: readonly string[]) => void }) {
  const mayMove = useCan(permissionKey(appName, 'update'))
  const sorting = useSorting(
    apps.map(a => a.id),
    onSorted,
  )
  const byId = new Map(apps.map(a => [a.id, a]))
  return (
    <ul>
      {sorting.shown.flatMap((id, at) => {
        const app = byId.get(id)
        if (!app) return []
        const grip = mayMove ? (
          <button type="button" {...sorting.gripOf(id)} aria-label={t('移动“{{name}}”，现在第 {{n}} 位', { name: app.name, n: at + 1 })}>
            <GripVertical size={16} aria-hidden="true" />
          </button>
        ) : null
        return <Line key={id} app={app} grip={grip} isLifted={sorting.moving === id} {...line} />
      })}
    </ul>
  )
}
function Line({ app, tint, grip, isLifted, onOpen, onTurn }: LineProps & { app: AppRow; grip?: React.ReactNode; isLifted?: boolean }) {
  const may = useCan(permissionKey(appName, 'update'))
  return (
    <li data-sort-id={grip ? app.id : undefined} className={isLifted ? style.lifted : undefined}>
      {grip}
      <i style={tintStyle(tintAt(tint))}>
        <MenuIcon name={app.icon} />
      </i>
      <span>
        {language() === 'en' ? (app.nameEn ?? app.name) : app.name}
        <small>{[audienceText(app.audience), app.badge ? t(BADGES[app.badge]) : '', app.isEnabled ? '' : t('已停用')].filter(Boolean).join(' · ')}</small>
      </span>
      <Switch
        size="small"
        checked={app.terminals.includes('mobile')}
        disabled={!may}
        aria-label={t('在手机上显示“{{name}}”', { name: app.name })}
        onChange={isOn => onTurn(app, isOn)}
      />
      {may ? (
        <Button type="link" size="small" onClick={() => onOpen(app)}>
          {t('修改')}
        </Button>
      ) : null}
    </li>
  )
}
