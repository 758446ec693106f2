import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { answerObjection, objectionStates, presenceObjection } from '../model/objection.ts'
import { EvidenceButton } from './EvidenceButton.tsx'

const VIEWS = {
  open: { label: '待答复', where: { state: 'open' } },
  all: { label: '全部' },
} as const
export const about: PageFile['about'] = () => ({
  use: t('学生认为自己的在校状态不对，在这里核实和答复。'),
  who: t('辅导员答复自己班级的，学院和学工处看各自范围。'),
  first: t('先查看依据，到出错的记录（门禁、请假、点名）那里更正，再答复学生。'),
})
/** 状态异议 */
export default function ObjectionPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof presenceObjection>
      of={presenceObjection}
      title={t('状态异议')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'shown', width: 110 },
        { key: 'words', width: 260, align: 'left' },
        { key: 'objectedAt', width: 150 },
        { key: 'state', width: 100 },
        { key: 'answer', width: 220, align: 'left' },
        ...(['answeredById', 'answeredAt', 'classId', 'departmentId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['words', 'shown', 'objectedAt']}
      filters={['state', 'shown', 'classId', 'departmentId']}
      rowActions={row => [
        ...(row.studentId ? [<EvidenceButton key="evidence" studentId={row.studentId} />] : []),
        ...(objectionStates.allows(row, 'answer') ? [<FormButton key="answer" of={answerObjection} input={{ id: row.id }} layout={['answer']} />] : []),
      ]}
    />
  )
}
