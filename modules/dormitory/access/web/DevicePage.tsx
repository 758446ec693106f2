import { Alert, Button, Typography } from 'antd'
import { CirclePlus } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { accessDevice } from '../model/access-event.ts'
import { createDevice, deviceCounts, renewDeviceSecret } from '../model/device-actions.ts'
import style from './access.module.css'

type Row = Shown<typeof accessDevice>
interface Secret {
  code: string
  secret: string
}
/** 宿舍管理 → 安全门禁 → 门禁设备: devices and their state. */
export default function DevicePage() {
  const [isNew, setNew] = useState(false)
  const [isGuide, setGuide] = useState(false)
  const [made, setMade] = useState<Secret>()
  const mayCreate = useCan(createDevice.permission)
  const { data } = useRead(deviceCounts, {}, { every: 60_000 })
  return (
    <>
      {data?.pullError ? <Alert type="error" showIcon title={t('{{time}} 拉取通行记录失败', { time: formatDatetime(data.pulledAt ?? '') })} description={data.pullError} /> : null}
      <EntityTable<typeof accessDevice>
        of={accessDevice}
        verbs={['update', 'remove', 'export']}
        views={
          data ? (
            <span className={data.silent ? 'ql-tone-attention' : 'ql-quiet'}>
              {t('{{enabled}} 台启用，{{silent}} 台失联', { enabled: data.enabled, silent: data.silent })}
              {data.pulledAt && !data.pullError ? ` · ${t('{{time}} 拉取过通行记录', { time: formatDatetime(data.pulledAt) })}` : ''}
            </span>
          ) : null
        }
        toolbar={
          <>
            <Button onClick={() => setGuide(true)}>{t('接入说明')}</Button>
            {mayCreate ? (
              <Button type="primary" icon={<CirclePlus size={16} />} onClick={() => setNew(true)}>
                {t('新建设备')}
              </Button>
            ) : null}
          </>
        }
        columns={[
          { key: 'code', width: 128 },
          { key: 'name', align: 'left', width: 180 },
          { key: 'isSilent', title: '状态', width: 110, render: row => <Health row={row} /> },
          { key: 'lastSeenAt', width: 168, render: row => (row.lastSeenAt ? formatDatetime(row.lastSeenAt) : t('从未上报')) },
          { key: 'place', title: '位置', width: 200, render: row => row.dormName ?? row.gate ?? '—' },
          'direction',
          'lastEventAt',
          'receivedCount',
          'repeatCount',
          { key: 'vendor', hidden: true },
          { key: 'secretAt', hidden: true },
        ]}
        filters={['dormId', 'direction', 'isEnabled']}
        form={{ layout: ['code', 'name', 'dormId', 'gate', 'direction', 'vendor', 'isEnabled'] }}
        rowActions={row => [
          <ActionButton
            key="renew"
            of={renewDeviceSecret}
            input={{ id: row.id }}
            confirm={t('更换后原密钥立即失效，“{{name}}”要改好新密钥才能继续上报。', { name: row.name })}
            done={false}
            onDone={setMade}
          />,
        ]}
      />
      {isNew ? (
        <ActionForm of={createDevice} onClose={() => setNew(false)} onDone={setMade} done={false} layout={['code', 'name', 'dormId', 'gate', 'direction', 'vendor']} />
      ) : null}
      {isGuide ? <Guide onClose={() => setGuide(false)} /> : null}
      {made ? <SecretOnce of={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}
function Health({ row }: { row: Row }) {
  if (!row.isEnabled) return <State tone="over">{t('停用')}</State>
  return row.isSilent ? <State tone="refused">{t('失联')}</State> : <State tone="done">{t('正常')}</State>
}
const SecretOnce = ({ of, onClose }: { of: Secret; onClose: () => void }) => (
  <Dialog open title={t('密钥只显示这一次')} leave={t('我已保存')} onClose={onClose} width={560}>
    <Alert type="warning" showIcon title={t('密钥加密保存，关闭后无法再查看；遗失了只能更换。')} />
    <p>{t('设备编号')}</p>
    <Copied text={of.code} />
    <p>{t('密钥')}</p>
    <Copied text={of.secret} />
  </Dialog>
)
const Copied = ({ text }: { text: string }) => (
  <Typography.Paragraph className={classes(style.secret)} data-secret copyable={{ text, tooltips: [t('复制'), t('已复制')] }}>
    {text}
  </Typography.Paragraph>
)
const EXAMPLE = `POST /api/flySource-dorm/accessEvent/openApi/push
Content-Type: application/json
Tenant-Id: 100001
Device-Code: D01
Device-Timestamp: 1767225600000
Device-Signature: hex(HMAC-SHA256(secret, timestamp + "\\n" + body))

{"records": [{"seq": 1024, "personNo": "2301050203", "direction": "in",
  "eventAt": "2026-01-01T08:00:00+08:00", "way": "card"}]}`
function Guide({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Panel open={isOpen} onClose={() => setOpen(false)} afterClose={onClose} title={t('接入说明')} size={720}>
      <pre className={style.code}>{EXAMPLE}</pre>
      <ul>
        <li>{t('签名用设备的密钥，内容是毫秒时间戳、换行和请求体原文；时间与服务器相差不超过 5 分钟。')}</li>
        <li>{t('一次最多 1,000 条；签名不对整次拒收，个别记录不对只拒收那几条并逐条说明。')}</li>
        <li>{t('没有 seq 时按设备、人员、时间和方向认定重复；重复上报只计数，不会多存。')}</li>
        <li>{t('records 为空数组时是心跳，超过设定时间没有上报算失联。')}</li>
        <li>{t('断网期间的记录恢复后补报，72 小时内的会重新核对当晚的提醒。')}</li>
      </ul>
    </Panel>
  )
}
