import { schoolDate } from '#model/school-time.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { adjustLevel } from '../model/actions.ts'
import { aidLevelSpan } from '../model/span.ts'

/** 困难认定 → 困难生库: who has which level, now and before. */
export default function LevelPage() {
  const on = schoolDate(Date.now())
  const views = useView(
    { current: { label: '现行', where: { 'from.le': on, 'to.ge': on } }, ended: { label: '提前结束', where: { 'endCause.isNull': 'false' } }, all: { label: '全部' } },
    { label: t('困难生库') },
  )
  return (
    <EntityTable<typeof aidLevelSpan>
      of={aidLevelSpan}
      title={t('困难生库')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 140, align: 'left' },
        { key: 'className', align: 'left' },
        { key: 'level', width: 120 },
        { key: 'from', width: 120 },
        { key: 'to', width: 120 },
        { key: 'cause', width: 110 },
        { key: 'reason', align: 'left', hidden: true },
        { key: 'endCause', width: 110 },
        { key: 'endReason', align: 'left', hidden: true },
      ]}
      filters={['level', 'cause', 'from', 'studentId']}
      rowActions={row => [
        row.from <= on && row.to >= on ? (
          <FormButton
            key="adjust"
            of={adjustLevel}
            input={{ studentId: row.studentId ?? '', spanId: row.id }}
            note={t('新等级从今天起，到本学年结束。降低或退出请用“动态调整”。')}
            changes={['aidLevelSpan']}
          />
        ) : null,
      ]}
      toolbar={
        <FormButton of={adjustLevel} input={{}} changes={['aidLevelSpan']}>
          {t('学年中认定')}
        </FormButton>
      }
    />
  )
}
