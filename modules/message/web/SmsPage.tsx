import { Segmented } from 'antd'
import { permissionKey } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatMoney, formatNumber } from '#web/values/format.ts'
import { smsCost, smsLog, smsProvider, smsTemplate, smsUsage, testProvider } from '../model/sms.ts'
import { ParametersInput } from './ParametersInput.tsx'
import '#web/records/records.css'
import messageStyle from './message.module.css'
import style from './office.module.css'

/** 通知与消息 → 短信: log, providers, templates and cost. */
export default function SmsPage() {
  const [params, setParams] = useOwnParams()
  const { can } = useSession()
  const tabs = [
    { value: 'log', label: t('发送记录') },
    { value: 'cost', label: t('费用') },
    ...(can(permissionKey(smsProvider, 'list')) ? [{ value: 'providers', label: t('服务商') }] : []),
    ...(can(permissionKey(smsTemplate, 'list')) ? [{ value: 'templates', label: t('模板') }] : []),
  ]
  const tab = tabs.find(x => x.value === params.get('tab'))?.value ?? 'log'
  return (
    <section>
      <Usage />
      <Segmented className="ql-tabs" value={tab} options={tabs} onChange={next => setParams(() => new URLSearchParams(next === 'log' ? {} : { tab: next }))} />
      {tab === 'log' ? <Log /> : tab === 'cost' ? <Cost /> : tab === 'providers' ? <Providers /> : <Templates />}
    </section>
  )
}
/** Usage of the school's SMS limits. */
function Usage() {
  const { data } = useRead(smsUsage, {})
  if (!data) return null
  const spans = [
    [t('今日'), data.today, data.dailyLimit],
    [t('本月'), data.month, data.monthlyLimit],
  ] as const
  return (
    <Sheet as="div" className={style.usage}>
      {spans.map(([label, used, limit]) => (
        <div key={label}>
          <span>{label}</span>
          <b>{formatNumber(used)}</b>
          <small>{limit ? t('/ {{limit}} 条', { limit: formatNumber(limit) }) : t('条，不限')}</small>
          {limit ? <i className={used >= limit * 0.8 ? style.isNear : ''} style={{ '--share': `${Math.min(100, (used / limit) * 100)}%` } as React.CSSProperties} /> : null}
        </div>
      ))}
      <div>
        <span>{t('服务商')}</span>
        <b className={style.vendors}>{data.vendors.length ? data.vendors.join(t('、')) : t('没有，只记录不发送')}</b>
      </div>
    </Sheet>
  )
}
const TONES = { sent: 'done', queued: 'waiting', sending: 'going', failed: 'refused' } as const
const Log = () => (
  <EntityTable
    of={smsLog}
    title={t('发送记录#many')}
    columns={[
      { key: 'eventName', width: 130 },
      { key: 'mobile', width: 130 },
      { key: 'text', width: 360, align: 'left' },
      { key: 'state', tones: TONES },
      'parts',
      'cost',
      'vendor',
      'sentAt',
      { key: 'error', align: 'left', hidden: true },
    ]}
    filters={['state', 'vendor', 'eventCode', 'sentAt']}
    detail={{ sections: [{ fields: ['mobile', 'eventName', 'text', 'state', 'error', 'parts', 'cost', 'vendor', 'providerId', 'receipt', 'sentAt'] }], history: false }}
  />
)
function Cost() {
  const read = useRead(smsCost, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  return (
    <Sheet as="div" className={messageStyle.scroll}>
      <PlainTable
        label={t('费用')}
        rows={data}
        keyOf={row => `${row.month}${row.eventCode}`}
        columns={[
          [t('月份'), row => row.month],
          [t('事件'), row => row.name],
          [t('发送'), row => formatNumber(row.sent)],
          [t('失败'), row => formatNumber(row.failed)],
          [t('计费条数'), row => formatNumber(row.parts)],
          [t('费用'), row => formatMoney(row.cost)],
        ]}
      />
    </Sheet>
  )
}
const Providers = () => (
  <EntityTable
    of={smsProvider}
    columns={['name', 'vendor', 'signature', 'accessKey', 'priority', 'dailyLimit', 'price', 'isEnabled']}
    form={{
      layout: [
        { title: '服务商', fields: ['name', 'vendor', 'signature', 'priority', 'isEnabled'] },
        {
          title: '接口',
          fields: ['accessKey', 'secret', { field: 'appId', when: v => v.vendor === 'tencent' }, { field: 'region', when: v => v.vendor === 'tencent' }, 'endpoint'],
        },
        { title: '用量', fields: ['dailyLimit', 'price'] },
      ],
    }}
    rowActions={row => (
      <FormButton of={testProvider} input={{ id: row.id }} changes={['smsLog']} title={t('用“{{name}}”发一条测试短信', { name: row.name })} note={t('结果看发送记录。')}>
        {t('测试')}
      </FormButton>
    )}
  />
)
const Templates = () => (
  <EntityTable
    of={smsTemplate}
    columns={['eventCode', 'vendor', 'vendorTemplateId', { key: 'text', width: 360, align: 'left' }]}
    filters={['vendor']}
    form={{ layout: ['eventCode', 'vendor', 'vendorTemplateId', 'text', { field: 'parameters', render: (props: DrawnInput) => <ParametersInput {...props} /> }] }}
  />
)
