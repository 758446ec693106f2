import { EntityTable } from '#web/records/EntityTable.tsx'
import { nightSetting } from '../model/night-setting.ts'

/** 宿舍管理 → 点名方式: sources enabled per building. */
export default function NightSettingPage() {
  return (
    <EntityTable
      of={nightSetting}
      columns={[{ key: 'dormId', width: 200, align: 'left' }, 'isSelf', 'isHead', 'isPatrol', 'isGate', 'openTime', 'closeTime', 'gateAfter']}
      filters={['dormId']}
      form={{ layout: ['dormId', 'isSelf', 'isHead', 'isPatrol', 'isGate', 'openTime', 'closeTime', 'gateAfter'] }}
    />
  )
}
