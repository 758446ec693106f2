import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { endEngagement, engagement, giveNotice, rateWork, signAgreement } from '../model/engagement.ts'

const VIEWS = { active: { label: '在岗', where: { state: 'active' } }, ended: { label: '已结束', where: { state: 'ended' }, sort: ['-to'] }, all: { label: '全部' } } as const
/** 在岗: who works where since when. */
export default function EngagementPage() {
  const views = useView(VIEWS, { label: t('上岗#many') })
  return (
    <EntityTable<typeof engagement>
      of={engagement}
      title={t('在岗')}
      views={views}
      columns={[
        { key: 'studentId', align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'className', width: 140, align: 'left' },
        { key: 'postId', width: 160, align: 'left' },
        { key: 'unitId', width: 150, align: 'left' },
        { key: 'from', width: 110 },
        { key: 'to', width: 110 },
        { key: 'endCause', width: 110 },
        { key: 'rating', width: 80 },
        { key: 'state', width: 90 },
        { key: 'agreementSignedAt', hidden: true },
        { key: 'agreementFiles', hidden: true },
        { key: 'endNote', hidden: true },
        { key: 'ratingNote', hidden: true },
      ]}
      filters={['unitId', 'postId', 'state', 'endCause']}
      facts={['postId', 'from', 'to']}
      rowActions={row => [
        <FormButton key="sign" of={signAgreement} input={{ id: row.id }} note={t('校外单位须有学校、单位和学生三方的协议。')} />,
        <FormButton key="notice" of={giveNotice} input={{ id: row.id }} note={t('学生会收到通知，到最后一天自动结束。')} />,
        <FormButton key="end" of={endEngagement} input={{ id: row.id }} danger note={t('今天就结束。没有发放的工时照常发放。')} />,
        <FormButton key="rate" of={rateWork} input={{ id: row.id }} initial={row.rating ? { rating: row.rating, ratingNote: row.ratingNote } : {}} />,
        <PrintButton key="print" of={engagement} template="workCertificate" label={t('勤工助学证明')} ids={[row.id]} />,
      ]}
    />
  )
}
