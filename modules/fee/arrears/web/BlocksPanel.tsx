import { Segmented } from 'antd'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { offeredServices, setBlock } from '../model/actions.ts'
import { EFFECTS } from '../model/service-block.ts'

const CHOICES = { none: '不限制', ...EFFECTS } as const
type Choice = keyof typeof CHOICES
/** Which services are kept from students in arrears. Papers of graduation are none of them. */
export function BlocksPanel({ onClose }: { onClose: () => void }) {
  const read = useRead(offeredServices, {})
  const act = useAct(setBlock, { done: t('已保存'), changes: ['serviceBlock'] })
  return (
    <Panel open size={480} title={t('欠费限制')} onClose={onClose}>
      <p className="ql-help">{t('受限的学生会看到缓缴、分期、国家助学贷款和绿色通道怎么申请。毕业证书不能因欠费扣留。')}</p>
      {read.data ? null : <Loading of={read} lines={3} />}
      {read.data?.map(s => (
        <Row key={s.service} spread="between">
          <span>{s.label}</span>
          <Segmented
            aria-label={s.label}
            value={s.effect}
            disabled={act.isPending}
            options={(Object.keys(CHOICES) as Choice[]).map(value => ({ value, label: t(CHOICES[value]) }))}
            onChange={effect => act.mutate({ service: s.service, effect })}
          />
        </Row>
      ))}
    </Panel>
  )
}
