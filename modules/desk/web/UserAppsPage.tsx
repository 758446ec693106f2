import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { GripVertical, Star } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useSorting } from '#web/forms/useSorting.ts'
import { post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { sortApps } from '../model/own.ts'
import { AppIcon, AppTiles } from './apps/Tiles.tsx'
import { type App, useAllApps, useCollect, useCollection, useOpenApp, useUsedApps } from './apps/useApps.ts'
import '#web/records/records.css'
import { classes } from '#web/layout/classes.ts'
import style from './apps/apps.module.css'
import deskStyle from './desk.module.css'

/** 我的应用: favourites in the user's order, recently used, and all that can be added. */
export default function UserAppsPage() {
  const all = useAllApps()
  const used = useUsedApps(8)
  const collection = useCollection()
  const rest = (all.data ?? []).filter(app => !app.isCollected)
  return (
    <Page title={t('我的应用')} actions={<Link to="/servicecenter">{t('去办事大厅')}</Link>}>
      <Sheet title={t('已收藏')} note={t('拖动左侧手柄排序，也可以用方向键')} isBare className={style.part}>
        {collection.data ? null : <Loading of={collection} lines={2} />}
        {collection.data ? (
          collection.data.length ? (
            <Collected key={collection.data.map(a => a.id).join()} apps={collection.data} />
          ) : (
            <p className={deskStyle.quiet}>{t('还没有收藏，点下面的星收藏')}</p>
          )
        ) : null}
      </Sheet>
      <Sheet title={t('最近使用')} isBare className={style.part}>
        {used.data?.length ? <AppTiles apps={used.data} /> : <p className={deskStyle.quiet}>{t('还没有用过服务')}</p>}
      </Sheet>
      <Sheet title={t('可收藏的应用')} isBare className={style.part}>
        {all.data && !rest.length ? <p className={deskStyle.quiet}>{t('全部应用都已收藏')}</p> : null}
        <ul className={style.sortable}>
          {rest.map(app => (
            <li key={app.id}>
              <Entry app={app} />
            </li>
          ))}
        </ul>
      </Sheet>
    </Page>
  )
}
function Collected({ apps }: { apps: readonly App[] }) {
  const client = useQueryClient()
  const [order, setOrder] = useState(apps.map(app => app.id))
  const save = useMutation({
    mutationFn: (ids: string[]) => post(actionAddress(sortApps), { ids }),
    onSuccess: () => client.invalidateQueries({ queryKey: entityKey('appName') }),
    onError: () => setOrder(apps.map(app => app.id)),
  })
  const sorting = useSorting(order, ids => {
    setOrder(ids)
    save.mutate(ids)
  })
  return (
    <ul className={style.sortable}>
      {sorting.shown.flatMap((id, at) => {
        const app = apps.find(a => a.id === id)
        return app ? (
          <li key={id} data-sort-id={id} className={sorting.moving === id ? style.lifted : undefined}>
            <button type="button" {...sorting.gripOf(id)} aria-label={t('移动“{{name}}”，现在第 {{n}} 位', { name: app.name, n: at + 1 })}>
              <GripVertical size={16} aria-hidden="true" />
            </button>
            <Entry app={app} />
          </li>
        ) : (
          []
        )
      })}
    </ul>
  )
}
function Entry({ app }: { app: App }) {
  const open = useOpenApp()
  const collect = useCollect()
  return (
    <>
      <AppIcon app={app} size={32} />
      <span>
        <button type="button" className="ql-link" onClick={() => open(app)}>
          {app.name}
        </button>
      </span>
      <Button
        type="text"
        size="small"
        aria-pressed={app.isCollected}
        aria-label={app.isCollected ? t('取消收藏“{{name}}”', { name: app.name }) : t('收藏“{{name}}”', { name: app.name })}
        className={classes(app.isCollected ? `${style.star} ${style.starred}` : style.star)}
        icon={<Star size={16} strokeWidth={1.75} fill={app.isCollected ? 'currentColor' : 'none'} />}
        onClick={() => collect.mutate({ id: app.id, isCollected: !app.isCollected })}
      />
    </>
  )
}
