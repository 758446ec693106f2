import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { simulateAwards } from '../model/actions.ts'

/** Who would meet the conditions of each item, and what keeps the others from it. */
export function SimulatePanel({ batch, onClose }: { batch: { id: string; name: string }; onClose: () => void }) {
  const read = useRead(simulateAwards, { id: batch.id })
  return (
    <Panel open size={720} title={t('“{{name}}”谁符合条件', { name: batch.name })} onClose={onClose}>
      <Loaded of={read} empty={rows => (rows.length ? undefined : t('这个批次没有个人奖项'))}>
        {rows => (
          <Stack>
            {rows.map(
              one =>
                one && (
                  <Sheet key={one.itemId} title={one.item}>
                    <p>{t('{{met}} / {{total}} 人符合，另有 {{proof}} 人凭突出表现可以申报。', { met: one.met, total: one.total, proof: one.proof })}</p>
                    <PlainTable
                      label={t('各条件')}
                      rows={one.conditions}
                      keyOf={c => c.name}
                      columns={[
                        [t('条件'), c => c.name, { isHead: true }],
                        [t('内容'), c => (c.isKnown ? c.says : t('学校还没有这项数据，由学院核对'))],
                        [t('不符合'), c => (c.isKnown ? c.failed : '—'), { isNumber: true }],
                        [t('没有数据'), c => (c.isKnown ? c.missing : '—'), { isNumber: true }],
                      ]}
                    />
                    <PlainTable
                      label={t('各学院')}
                      rows={one.colleges}
                      keyOf={c => c.id ?? ''}
                      isLong
                      columns={[
                        [t('学院'), c => c.name, { isHead: true }],
                        [t('人数'), c => c.total, { isNumber: true }],
                        [t('符合'), c => c.met, { isNumber: true }],
                      ]}
                    />
                  </Sheet>
                ),
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
