import { Button } from 'antd'
import { MonitorUp } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/index.ts'
import { MISSING } from '#web/values/format.ts'
import { pairScreen, revokeScreens, screenChoices, screenDevice } from '../model/device.ts'
import { deviceLayout } from './deviceForm.tsx'
import { PairPanel } from './PairPanel.tsx'

/** 大屏管理 → 设备: paired devices with last heartbeat and content. A screen's QR code leads here with its pairing code. */
export default function DevicePage() {
  const [params, , put] = useOwnParams()
  const mayPair = useCan(pairScreen.permission)
  const mayRevoke = useCan(revokeScreens.permission)
  const { data: screens } = useRead(screenChoices, {})
  const [isPairing, setPairing] = useState(params.get('code') !== null)
  const titleOf = (code: string): string => tAny(screens?.find(s => s.code === code)?.title ?? code)
  return (
    <>
      <EntityTable
        of={screenDevice}
        columns={[
          'name',
          { key: 'place', width: 180 },
          { key: 'state', width: 112 },
          { key: 'screens', title: t('大屏'), width: 200, render: row => row.screens.map(titleOf).join(t('、')) },
          { key: 'playlistId', width: 140, hidden: true },
          { key: 'departmentId', width: 140, render: row => row.departmentName ?? t('全校') },
          { key: 'runs', width: 128, render: row => (row.runs ? tAny(row.runs) : MISSING) },
          { key: 'lastSeenAt', width: 168 },
          { key: 'expiresAt', width: 128 },
          { key: 'window', width: 128, hidden: true },
          { key: 'pairedFrom', width: 140, hidden: true },
          { key: 'cidrs', hidden: true, render: row => row.cidrs?.join(t('、')) || MISSING },
        ]}
        filters={['state']}
        toolbar={
          mayPair ? (
            <Button type="primary" icon={<MonitorUp size={16} />} onClick={() => setPairing(true)}>
              {t('配对')}
            </Button>
          ) : null
        }
        form={{ layout: deviceLayout(screens ?? []), size: 720 }}
        rowActions={row =>
          mayRevoke && row.state !== 'revoked'
            ? [
                <ActionButton key="revoke" of={revokeScreens} input={{ ids: [row.id] }} danger confirm={t('“{{name}}”会在半分钟内变黑，要再用须重新配对。', { name: row.name })}>
                  {t('撤销#verb')}
                </ActionButton>,
              ]
            : []
        }
        detail={{
          sections: [
            { fields: ['name', 'place', 'state', 'playlistId', 'departmentId', 'showRooms', 'showMaskedNames', 'expiresAt', 'darkFrom', 'darkTo', 'createdAt'] },
            { title: '连接', fields: ['lastSeenAt', 'runs', 'window', 'pairedFrom', 'revokedAt'] },
            { title: '大屏', render: row => <Lines of={row.screens.map(titleOf)} /> },
            { title: '允许的地址', render: row => (row.cidrs?.length ? <Lines of={row.cidrs} /> : <p className="ql-quiet">{t('任何地址')}</p>) },
          ],
        }}
      />
      {isPairing && mayPair ? (
        <PairPanel
          code={params.get('code') ?? ''}
          screens={screens ?? []}
          onClose={() => {
            setPairing(false)
            put({ code: undefined })
          }}
        />
      ) : null}
    </>
  )
}
const Lines = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
