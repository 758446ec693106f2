import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { drawChecks, recordCheck } from '../model/actions.ts'
import { levelCheck } from '../model/check.ts'

const VIEWS = { open: { label: '待核查', where: { state: 'open' } }, done: { label: '已核查', where: { state: 'done' } }, all: { label: '全部' } } as const
/** 困难认定 → 困难核查: some of the recognised students each term, with whom their counsellor talks. */
export default function CheckPage() {
  const views = useView(VIEWS, { label: t('困难核查') })
  return (
    <EntityTable<typeof levelCheck>
      of={levelCheck}
      title={t('困难核查')}
      views={views}
      toolbar={<ActionButton of={drawChecks} input={{}} confirm={t('按批次设定的比例从在库学生中随机抽取本学期的核查对象，每学期一次。')} done={t('已抽取')} />}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'level', width: 120 },
        { key: 'xn', width: 110 },
        { key: 'xqM', width: 100 },
        { key: 'result', width: 120 },
        { key: 'checkedById', width: 120 },
        { key: 'state', width: 100 },
      ]}
      filters={['xn', 'result', 'level', 'studentId']}
      rowActions={row => [<FormButton key="record" of={recordCheck} input={{ id: row.id }} />]}
    />
  )
}
