import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { giveOpinion, postApplication } from '../model/application.ts'

const VIEWS = {
  opinion: { label: '待填意见', where: { 'state.in': 'pending,interview', 'fdyFit.isNull': '1' } },
  open: { label: '未结束', where: { 'state.in': 'pending,interview,offered' } },
  all: { label: '全部' },
} as const
/** 应聘: who applies for which post, and what the counsellor thinks of it. */
export default function ApplicationPage() {
  const views = useView(VIEWS, { label: t('应聘#many') })
  return (
    <EntityTable<typeof postApplication>
      of={postApplication}
      views={views}
      columns={[
        { key: 'studentId', align: 'left' },
        { key: 'classId', width: 150, align: 'left' },
        { key: 'postId', width: 160, align: 'left' },
        { key: 'unitId', width: 150, align: 'left' },
        { key: 'matchPercent', width: 100 },
        { key: 'fdyFit', width: 110 },
        { key: 'result', width: 90 },
        { key: 'offerUntil', width: 150 },
        { key: 'state', width: 110 },
        { key: 'skills', hidden: true },
        { key: 'statement', hidden: true },
        { key: 'fdyOpinion', hidden: true },
        { key: 'resultNote', hidden: true },
        { key: 'mayOffer', hidden: true },
        { key: 'note', hidden: true },
      ]}
      filters={['unitId', 'postId', 'state', 'classId']}
      facts={['postId', 'fdyFit', 'matchPercent']}
      rowActions={row => (
        <FormButton
          of={giveOpinion}
          input={{ id: row.id }}
          initial={row.fdyFit ? { fdyFit: row.fdyFit, fdyOpinion: row.fdyOpinion } : {}}
          note={t('用工单位看得到意见；认为不适合的不能录用。')}
        />
      )}
    />
  )
}
