import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { applicationKinds, myApplications } from '../model/own.ts'
import { ApplicationActs } from './apps/ApplicationActs.tsx'
import { ApplicationLine } from './apps/ApplicationLine.tsx'
import style from './desk.module.css'
/** 我的申请: the user's applications in all modules, with state and next step. */
export default function UserApplicationsPage() {
  const [which, setWhich] = useState<'open' | 'all'>('open')
  const [bizType, setBizType] = useState<string>()
  const kinds = useRead(applicationKinds, {})
  const [page, setPage] = useState({ page: 1, size: 20 })
  const read = useRead(myApplications, { current: page.page, size: page.size, ...(which === 'open' ? { isOpen: true } : {}), ...(bizType ? { bizType } : {}) }, { keeps: true })
  const data = read.data?.result
  return (
    <Page
      title={t('我的申请')}
      actions={
        <>
          {(kinds.data?.length ?? 0) > 1 ? (
            <Select
              allowClear
              className={classes(style.filter)}
              aria-label={t('类型')}
              placeholder={t('类型')}
              value={bizType ?? null}
              options={(kinds.data ?? []).map(k => ({ value: k.bizType, label: k.name }))}
              onChange={value => {
                setBizType(value ?? undefined)
                setPage({ ...page, page: 1 })
              }}
            />
          ) : null}
          <Segmented
            value={which}
            options={[
              { value: 'open' as const, label: t('办理中') },
              { value: 'all' as const, label: t('全部') },
            ]}
            onChange={next => {
              setWhich(next)
              setPage({ ...page, page: 1 })
            }}
          />
        </>
      }
    >
      <Sheet as="div" className={style.applications}>
        {data ? null : <Loading of={read} lines={4} />}
        {data && !data.length ? (
          <Empty title={which === 'open' ? t('没有办理中的申请') : t('还没有申请')}>
            <Link to="/servicecenter">{t('去办事大厅看看')}</Link>
          </Empty>
        ) : null}
        {data?.map(a => (
          <div key={`${a.bizType} ${a.bizId} ${a.instanceId}`} className={style.applicationRow}>
            <ApplicationLine application={a} />
            <ApplicationActs of={a} />
          </div>
        ))}
        <Pager state={page} total={read.data?.page.total ?? 0} onChange={part => setPage({ page: 1, size: page.size, ...part })} />
      </Sheet>
    </Page>
  )
}
