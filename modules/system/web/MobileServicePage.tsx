import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type OutputOf, permissionKey } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { Shown } from '#web/records/columns.ts'
import { Beside } from '#web/records/frames.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { PhoneGroup, PhoneTile } from '#web/shell/PhoneMenu.tsx'
import { entityKey } from '#web/values/address.ts'
import { appName, previewApps } from '../model/app.ts'
import { appLayout } from './appForm.tsx'
import { PhoneApps } from './PhoneApps.tsx'
import { PhoneFrame } from './PhoneFrame.tsx'
import '#web/records/records.css'

import style from './phone.module.css'
export type AppRow = Shown<typeof appName>
/** Largest page size of a list. */
const MOST = 200

/** 系统管理 → 移动端服务: the service hall on phones, sorted by dragging, with a preview by role. */
export default function MobileServicePage() {
  const mayAdd = useCan(permissionKey(appName, 'add'))
  const [opened, open] = useState<AppRow | 'new'>()
  const read = useQuery({
    queryKey: [...entityKey(appName), 'list', language(), 'phone'],
    queryFn: async ({ signal }) => (await get<PageOf<AppRow>>(address(appName, 'list'), { size: MOST, sort: 'sort' }, { signal, quiet: true })).result,
    meta: { inPlace: true },
  })
  const { data } = read
  return (
    <Page
      title={t('移动端服务')}
      actions={
        mayAdd ? (
          <Button type="primary" icon={<Plus size={15} />} onClick={() => open('new')}>
            {t('新增应用')}
          </Button>
        ) : null
      }
    >
      <Beside className={style.phones}>
        <Sheet as="div" isBare className={style.apps}>
          {data ? null : <Loading of={read} lines={8} />}
          {data && !data.length ? <Empty title={t('还没有应用')} /> : null}
          {data ? <PhoneApps key={data.map(a => a.id + a.version).join()} apps={data} onOpen={open} /> : null}
        </Sheet>
        <PhoneFrame title={t('办事大厅')} use={useAppsOf} />
      </Beside>
      <Suspense>
        {opened ? (
          <EntityForm of={appName} layout={appLayout} {...(opened === 'new' ? { initial: { terminals: ['web', 'mobile'] } } : { id: opened.id })} onClose={() => open(undefined)} />
        ) : null}
      </Suspense>
    </Page>
  )
}
type Offered = OutputOf<typeof previewApps>
function useAppsOf(roleId: string | undefined) {
  const { data, error, refetch } = useRead<typeof previewApps, readonly Offered[]>(previewApps, { roleId: roleId ?? '', terminal: 'mobile' }, { enabled: Boolean(roleId) })
  const groups = [...Map.groupBy(data ?? [], a => a.categoryName)]
  const content = groups.map(([name, apps], at) => (
    <PhoneGroup key={name} title={name}>
      {apps.map(a => (
        <span key={a.id}>
          <PhoneTile icon={a.icon} title={a.name} badge={a.badge} tint={at} />
        </span>
      ))}
    </PhoneGroup>
  ))
  return { isEmpty: data?.length === 0, isLoading: !data, error, retry: () => void refetch(), content }
}
