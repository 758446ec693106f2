import { Button } from 'antd'
import { BookOpen, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import type { Act } from '#web/feedback/Acts.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { apiClient, createClient, renewSecret } from '../model/api-client.ts'
import { ClientDays } from './ClientDays.tsx'
import { clientLayout } from './clientForm.tsx'
import style from './system.module.css'

export type ClientRow = Shown<typeof apiClient>
const Dialogs = lazily(() => import('./ClientDialogs.tsx'))

/** API applications: permitted APIs, rate limit, allowed addresses and today's calls. */
export function ApiClients({ views }: { views: ReactNode }) {
  const mayCreate = useCan(createClient.permission)
  const mayRenew = useCan(renewSecret.permission)
  const [opened, open] = useState<'new' | 'guide' | ClientRow>()
  const actsOf = (row: ClientRow): Array<Act | false> => [mayRenew && { label: t('更换密钥'), onClick: () => open(row) }]
  return (
    <>
      <EntityTable<typeof apiClient>
        of={apiClient}
        views={views}
        columns={[
          'name',
          { key: 'appKey', width: 230, align: 'left' },
          { key: 'apiIds', title: t('接口'), width: 80, render: row => formatNumber(row.apiIds.length) },
          'dataScope',
          { key: 'callsToday', title: t('今日调用'), width: 140, render: row => `${formatNumber(row.callsToday ?? 0)} / ${formatNumber(row.dailyQuota)}` },
          { key: 'refusedToday', width: 130 },
          'lastCallAt',
          'validTo',
          { key: 'isEnabled', tones: { false: 'over' } },
          { key: 'ipRanges', hidden: true, render: row => row.ipRanges?.join(t('、')) || MISSING },
          { key: 'remark', hidden: true, align: 'left' },
        ]}
        filters={['isEnabled', 'dataScope']}
        toolbar={
          <>
            <Button icon={<BookOpen size={15} />} onClick={() => open('guide')}>
              {t('怎样调用')}
            </Button>
            {mayCreate ? (
              <Button type="primary" icon={<Plus size={15} />} onClick={() => open('new')}>
                {t('新建应用')}
              </Button>
            ) : null}
          </>
        }
        form={{ layout: clientLayout(), size: 720 }}
        rowActions={actsOf}
        detail={{
          sections: [
            { fields: ['name', 'appKey', 'isEnabled', 'validTo', 'previousUntil', 'lastCallAt', 'remark', 'createdAt'] },
            { title: '接口', render: row => <Lines of={row.apiIds} /> },
            { title: '限制', fields: ['dataScope', 'dailyQuota'] },
            { title: '允许的地址', render: row => (row.ipRanges?.length ? <Lines of={row.ipRanges} /> : <p className="ql-quiet">{t('任何地址')}</p>) },
            { title: '调用统计', render: row => <ClientDays client={row} /> },
          ],
        }}
      />
      {opened ? (
        <Suspense>
          <Dialogs opened={opened} onClose={() => open(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
const Lines = ({ of }: { of: readonly string[] }) => (
  <ul className={style.lines}>
    {of.map(line => (
      <li key={line}>
        <code>{line}</code>
      </li>
    ))}
  </ul>
)
