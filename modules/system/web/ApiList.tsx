import { Input, Segmented, Select, Switch } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate, formatNumber, MISSING } from '#web/values/format.ts'
import { RATE_CLASS_NAMES, setApi } from '../model/api-client.ts'
import { apiEntries, SENSITIVITY_NAMES } from '../model/explain.ts'
import style from './system.module.css'

type Show = 'all' | 'used' | 'open' | 'failing' | 'readable'
type Api = OutputOf<typeof apiEntries>
const MOST = 300
/** Every route with its permission, today's calls, and whether applications may call it. */
export function ApiList() {
  const read = useRead(apiEntries, {})
  const { data } = read
  const [typed, type] = useState('')
  const [show, setShow] = useState<Show>('all')
  const words = typed.trim().toLowerCase()
  const all = data ?? []
  const found = all
    .filter(e => show === 'all' || (show === 'used' ? e.calls > 0 : show === 'open' ? e.openReason !== null : show === 'readable' ? e.isReadable : e.errors > 0))
    .filter(e => !words || `${e.path} ${e.name} ${e.module} ${e.permission ?? ''}`.toLowerCase().includes(words))
    .sort((a, b) => b.calls - a.calls || a.path.localeCompare(b.path))
  return (
    <Sheet as="div" className={style.apis}>
      <div className={style.apisHead}>
        <Input.Search value={typed} onChange={e => type(e.target.value)} placeholder={t('地址、名称、权限')} aria-label={t('地址、名称、权限')} allowClear />
        <Segmented<Show>
          value={show}
          onChange={setShow}
          options={[
            { value: 'all', label: t('全部') },
            { value: 'used', label: t('今天用过') },
            { value: 'failing', label: t('有错误') },
            { value: 'open', label: t('无须登录') },
            { value: 'readable', label: t('可授给应用') },
          ]}
        />
        <span role="status">{data ? t('共 {{total}} 条', { total: formatNumber(found.length) }) : ''}</span>
      </div>
      {data ? null : <Loading of={read} lines={8} />}
      <div className={style.apisBody}>
        <PlainTable
          label={t('接口')}
          isCardsOnPhone
          rows={found.slice(0, MOST)}
          keyOf={e => `${e.method} ${e.path}`}
          columns={[
            [t('接口'), e => <Named api={e} />],
            [t('绑定的按钮'), e => (e.openReason ? <span className="ql-quiet">{t('无须登录')}</span> : e.permission === 'signedIn' ? t('登录即可') : <Bound api={e} />)],
            [t('拥有的角色'), e => e.roles.filter(Boolean).join(t('、')) || MISSING],
            [t('对应用开放'), e => <Opening api={e} />],
            [t('今日调用'), e => formatNumber(e.calls), { isNumber: true }],
            [t('今日错误'), e => formatNumber(e.errors), { isNumber: true }],
            [t('95% 用时（毫秒）'), e => (e.p95 === null ? MISSING : `≤ ${formatNumber(e.p95)}`), { isNumber: true }],
          ]}
        />
      </div>
      {found.length > MOST ? <p className="ql-quiet">{t('只显示前 {{n}} 条，请输入关键字缩小范围', { n: MOST })}</p> : null}
    </Sheet>
  )
}
/** Opens an API to applications and sets its rate limit; APIs that write or depend on the user can never be opened. */
function Opening({ api }: { api: Api }) {
  const may = useCan(setApi.permission)
  const set = useAct(setApi, { done: t('已设置') })
  if (!api.isReadable) return <span className="ql-quiet">{MISSING}</span>
  const { method, path, isOpen, rateClass, clients } = api
  const put = (next: Partial<Pick<Api, 'isOpen' | 'rateClass'>>) => set.mutate({ method, path, isOpen, rateClass, ...next })
  return (
    <Row as="span" className={style.opening}>
      <Switch size="small" checked={isOpen} disabled={!may} loading={set.isPending} aria-label={t('对应用开放 {{path}}', { path })} onChange={next => put({ isOpen: next })} />
      {isOpen ? (
        <Select
          size="small"
          value={rateClass}
          disabled={!may}
          aria-label={t('频率 {{path}}', { path })}
          options={Object.entries(RATE_CLASS_NAMES).map(([value, label]) => ({ value, label: t(label) }))}
          onChange={next => put({ rateClass: next })}
        />
      ) : null}
      {clients ? <small>{t('{{n}} 个应用', { n: clients })}</small> : null}
    </Row>
  )
}
/** The permission with the menus and buttons that grant it. */
const Bound = ({ api }: { api: Api }) => (
  <>
    {api.buttons.join(t('、')) || t('没有绑定按钮')}
    <code>{api.permission}</code>
  </>
)
const Named = ({ api: { name, module, sensitivity, deprecatedAt, method, path } }: { api: Api }) => (
  <>
    {name} <small>{module}</small> {sensitivity ? <small>{t(SENSITIVITY_NAMES[sensitivity])}</small> : null}{' '}
    {deprecatedAt ? <small className="ql-warn">{t('{{date}}起废弃', { date: formatDate(deprecatedAt) })}</small> : null}
    <code>
      {method} {path}
    </code>
  </>
)
